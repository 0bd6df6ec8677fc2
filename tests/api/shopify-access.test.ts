import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { clientCredentials, SCOPES } from '~/server/catalogue/shop/shopify/admin/access-token'
import { createAdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { createShopCredit } from '~/server/catalogue/shop/shopify/admin/shop-credit'
import { platformNotices, readNotices } from '~/server/catalogue/shop/shopify/platform-notices'
import { createLogger } from '~/server/platform/log'
import type { Database } from '~/server/platform/database/database'
import { playAdminPlatform, type PlayedAdmin } from '../setup/admin-platform'
import { describeOnEngines, openOn } from '../setup/database'
import { TEST_NOW, TEST_SECRET } from '../setup/shop'

describeOnEngines('access by client credentials on %s', (engine) => {
  let db: Database
  let played: PlayedAdmin
  let platform: PlayedAdmin['app']
  let at = TEST_NOW
  beforeAll(async () => {
    db = await openOn(engine)
    played = await playAdminPlatform()
    platform = played.app
    platform.scope = 'write_customers'
  })
  afterEach(async () => {
    at = TEST_NOW
    Object.assign(platform, { refuses: undefined, scope: 'write_customers', seconds: 86_399, delayMs: 0 })
    platform.asked.length = 0
    await db.prisma.platformToken.deleteMany()
    await db.prisma.platformNotice.deleteMany()
  })
  afterAll(async () => {
    await played.stop()
    await db.close()
  })

  const now = () => at
  /** A process of the shop, with its own memory. */
  const openProcess = (prisma = db.prisma) => {
    const notices = platformNotices({ prisma, now, log: createLogger('silent') })
    const token = clientCredentials({
      address: played.address,
      clientId: 'a-client-of-tests',
      clientSecret: 'a-secret-of-tests',
      prisma,
      secret: TEST_SECRET,
      now,
      notices,
    })
    const retries = { retries: 0, firstWaitMs: 1, longestWaitMs: 1, failuresToBreak: 100, breakMs: 1 }
    return createShopCredit(createAdminApi({ address: played.address, token, retries }))
  }

  it('one token serves all processes, and is asked for by one of them', async () => {
    platform.delayMs = 100
    const processes = Array.from({ length: 5 }, openProcess)
    expect(await Promise.all(processes.map((each) => each.currency()))).toEqual(Array(5).fill('EUR'))
    expect(platform.asked).toEqual(['client_id=a-client-of-tests&client_secret=a-secret-of-tests&grant_type=client_credentials'])
    const [row] = await db.prisma.platformToken.findMany()
    expect(JSON.stringify(row)).not.toContain(`token-${platform.given}`)
  })

  it('one that another process has renewed between look and claim is taken', async () => {
    const late = { isDue: true }
    const slow = db.prisma.$extends({
      query: {
        platformToken: {
          createMany: async ({ args, query }) => {
            // This process has seen no token, and comes to the claim when another has renewed.
            if (late.isDue) {
              late.isDue = false
              await openProcess().currency()
            }
            return query(args)
          },
        },
      },
    })
    expect(await openProcess(slow as unknown as typeof db.prisma).currency()).toBe('EUR')
    expect(platform.asked).toHaveLength(1)
    expect(await db.prisma.platformToken.findMany()).toMatchObject([{ renewingUntil: null }])
  })

  it('it is renewed before it ends', async () => {
    const shop = openProcess()
    await shop.currency()
    at = new Date(TEST_NOW.getTime() + 23 * 3_600_000)
    await shop.currency()
    expect(platform.asked).toHaveLength(1)
    at = new Date(TEST_NOW.getTime() + 86_399_000 - 60_000)
    await shop.currency()
    expect(platform.asked).toHaveLength(2)
  })

  it('one that is refused is replaced, and the call is made', async () => {
    const shop = openProcess()
    await shop.currency()
    platform.given += 1
    expect(await shop.currency()).toBe('EUR')
    expect(platform.asked).toHaveLength(2)
  })

  it('a process that died while it renewed holds the others up only for a while', async () => {
    await db.prisma.platformToken.create({ data: { clientId: 'a-client-of-tests', renewingUntil: new Date(TEST_NOW.getTime() + 20_000) } })
    at = new Date(TEST_NOW.getTime() + 21_000)
    expect(await openProcess().currency()).toBe('EUR')
  })

  it('scopes that the app lacks are said', async () => {
    platform.scope = 'write_customers,read_orders,write_gift_cards,read_store_credit_accounts'
    await openProcess().currency()
    const subjects = (await readNotices({ prisma: db.prisma, now })).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'read_store_credit_account_transactions',
      'write_gift_card_transactions',
      'write_store_credit_account_transactions',
    ])
  })

  it('scopes and credentials that were put right are said no more', async () => {
    platform.refuses = { status: 400, body: { error: 'app_not_installed' } }
    await expect(openProcess().currency()).rejects.toThrow()
    platform.refuses = undefined
    await openProcess().currency()
    expect(await readNotices({ prisma: db.prisma, now })).toContainEqual({ kind: 'scope', subject: 'read_orders', detail: '' })
    platform.scope = SCOPES.join(',')
    at = new Date(TEST_NOW.getTime() + 86_399_000)
    await openProcess().currency()
    expect(await readNotices({ prisma: db.prisma, now })).toEqual([])
  })

  it.each([
    ['a token that no header holds', { access_token: 'a\nb', scope: 'x', expires_in: 86_399 }],
    ['no life', { access_token: 'token', scope: 'x', expires_in: -1 }],
    ['more than 64 kB', { access_token: 'x'.repeat(70_000), scope: 'x', expires_in: 86_399 }],
    ['an error of no shape', { error: { deep: 'x'.repeat(1_000) } }],
    ['a list', [1, 2]],
  ])('an answer with %s is no token, and nothing was moved', async (_name, body) => {
    platform.refuses = { status: 200, body }
    await expect(openProcess().currency()).rejects.toMatchObject({ options: { isUndone: true } })
  })

  it('a token is believed to live for a day at most, and names of scopes that are none are not kept', async () => {
    platform.refuses = {
      status: 200,
      body: { access_token: `token-${platform.given}`, scope: 'write_customers,\u0000,DROP', expires_in: 1e300 },
    }
    await openProcess().currency()
    expect(await db.prisma.platformToken.findMany()).toMatchObject([
      { scopes: ['write_customers'], expiresAt: new Date(TEST_NOW.getTime() + 86_400_000) },
    ])
  })

  it('a process that died between the answer and its keeping leaves no token, and the next one gets another', async () => {
    const shop = openProcess()
    const update = db.prisma.$extends({
      query: { platformToken: { update: () => Promise.reject(new Error('The process died')) } },
    })
    await expect(openProcess(update as unknown as typeof db.prisma).currency()).rejects.toThrow('died')
    expect(await shop.currency()).toBe('EUR')
    expect(platform.asked).toHaveLength(2)
  })

  it('credentials that the platform refuses are said, and nothing was moved', async () => {
    platform.refuses = { status: 400, body: { error: 'shop_not_permitted' } }
    await expect(openProcess().currency()).rejects.toMatchObject({ options: { isUndone: true } })
    expect(await readNotices({ prisma: db.prisma, now })).toMatchObject([{ kind: 'access', detail: 'shop_not_permitted' }])
  })
})
