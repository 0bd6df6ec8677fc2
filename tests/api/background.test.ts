import { expect, it } from 'vitest'
import type { ShopAnswer } from '~/contracts/catalogue/products'
import { startBackground } from '~/server/office/housekeeping/background-jobs'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { addRecurringJob } from '~/server/platform/jobs/recurring'
import { cachedList } from '~/server/catalogue/shop/shopify/cached-list'
import { createAdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { playAdminPlatform } from '../setup/admin-platform'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop } from '../setup/shop'

const listOf = (name: string): ShopAnswer => ({
  success: true,
  products: [],
  collections: [{ handle: 'all', name, products_count: 0 }],
  error: null,
})

describeOnEngines('what the shop does by itself, on %s', (engine) => {
  it('removes a large backlog in portions, and goes on where it had to stop', async () => {
    const shop = await openTestShop({ db: await openOn(engine) })
    const { prisma } = shop.db
    await prisma.$executeRaw`
      INSERT INTO webhook_deliveries (digest, topic, received_at)
      SELECT n::text, 'products/update', '2020-01-01' FROM generate_series(1, 1200) AS n`
    let longest = 0
    const watched = prisma.$extends({
      query: {
        webhookDelivery: {
          async deleteMany({ args, query }) {
            const gone = await query(args)
            longest = Math.max(longest, gone.count)
            return gone
          },
        },
      },
    })
    const db = { ...shop.db, prisma: watched as unknown as typeof prisma }
    expect(await removeExpired({ ...shop.services, db }, { longestMs: -1 })).toEqual({ rows: 0, isDone: false })
    expect(await removeExpired({ ...shop.services, db })).toEqual({ rows: 1200, isDone: true })
    expect(longest).toBe(500)
    await shop.close()
  })

  it('is one round for all processes, and comes round again', async () => {
    const shop = await openTestShop({ db: await openOn(engine) })
    const rounds = () => shop.db.prisma.$queryRaw`
      SELECT name, state::text, start_after > now() AS later FROM shop_queue.job WHERE name = 'housekeeping'`
    await startBackground(shop.services)
    await startBackground(shop.services)
    expect(await rounds()).toEqual([{ name: 'housekeeping', state: 'created', later: true }])

    await shop.db.prisma.idempotencyKey.create({
      data: { caller: 'visitor', key: 'old', procedure: 'p', inputHash: 'h', createdAt: new Date('2020-01-01') },
    })
    await shop.db.prisma.$executeRaw`UPDATE shop_queue.job SET start_after = now() - interval '1 second'`
    await shop.services.jobs.poll()
    await expect.poll(() => shop.db.prisma.idempotencyKey.count(), { timeout: 10_000 }).toBe(0)
    await expect.poll(rounds, { timeout: 10_000 }).toEqual([{ name: 'housekeeping', state: 'created', later: true }])
    await shop.close()
  })

  it('comes round sooner where an extra run says so', async () => {
    const shop = await openTestShop({ db: await openOn(engine) })
    const { jobs } = shop.services
    const dueIn = async () => {
      const rows = await shop.db.prisma.$queryRaw<{ seconds: number }[]>`
        SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM shop_queue.job WHERE name = 'credit-check' AND state = 'created'`
      return rows.map(({ seconds }) => Math.round(seconds / 100) * 100)
    }
    const askNow = await addRecurringJob(jobs, { name: 'credit-check', seconds: 30, firstIn: 3000, run: () => Promise.resolve(1000) })
    expect(await dueIn()).toEqual([3000])
    await askNow()
    await jobs.poll()
    await expect.poll(dueIn, { timeout: 10_000 }).toEqual([1000])
    await shop.close()
  })

  it('settles a transfer to the platform whose answer was lost', async () => {
    const platform = await playAdminPlatform()
    const adminApi = createAdminApi({ address: platform.address, token: 'a-token-of-tests', random: () => 0.5 })
    const shop = await openTestShop({ db: await openOn(engine), adminApi, settleSeconds: 1, now: () => new Date() })
    const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 50, reason: 'Goodwill' })
    // It begins without anything that is open.
    await startBackground(shop.services)
    platform.fault = ({ operation, phase }) => (operation === 'CreditAccount' && phase === 'before' ? 'cut' : undefined)
    expect(await customer.caller.credit.useInShop({ amount: 30 })).toMatchObject([{ state: 'unknown' }])
    const { balance } = customer.caller.credit
    await expect.poll(() => balance(), { timeout: 20_000 }).toMatchObject({ balance: 50, held: 0 })
    expect(await customer.caller.credit.transfers()).toMatchObject({ rows: [{ state: 'refused', failure: 'not_applied' }] })
    await shop.close()
    await platform.stop()
  })

  it('frees no other reading’s lease of the platform’s list, and keeps no older list in place of a newer one', async () => {
    const db = await openOn(engine)
    let now = new Date('2026-11-20T12:00:00Z')
    const list = cachedList(db.prisma, () => now)
    const slow = await list.claim()
    expect(await list.claim()).toBeNull()
    // The first one has taken so long that its lease is over: another reads, and is done sooner.
    now = new Date(now.getTime() + 121_000)
    const quick = await list.claim()
    if (slow === null || quick === null) throw new Error('There was no lease')
    await list.release(slow)
    expect(await list.claim()).toBeNull()
    expect(await list.store(listOf('newer'), quick, now)).toBe(true)
    expect(await list.store(listOf('older'), slow, now)).toBe(false)
    expect(await list.read()).toEqual(listOf('newer'))
    await list.release(quick)
    expect(await list.claim()).not.toBeNull()
    await db.close()
  })
})
