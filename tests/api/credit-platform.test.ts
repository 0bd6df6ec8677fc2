import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { followOwnRecords } from '~/server/cases/account/own-records'
import { settleTransfers } from '~/server/credit/transfers/use-in-shop'
import { createLogger } from '~/server/platform/log'
import { createAdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { createShopCredit } from '~/server/catalogue/shop/shopify/admin/shop-credit'
import { playAdminPlatform, type AdminFault, type PlayedAdmin } from '../setup/admin-platform'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const TOKEN = 'shpat_a-token-of-tests'
const SETTLE_SECONDS = 120
const key = (name: string) => name.padEnd(20, '-')

let shop: TestShop
let platform: PlayedAdmin
let admin: Awaited<ReturnType<TestShop['signIn']>>
let at = TEST_NOW
const lines: string[] = []

beforeAll(async () => {
  platform = await playAdminPlatform()
  const retries = { retries: 1, firstWaitMs: 5, longestWaitMs: 10, failuresToBreak: 100, breakMs: 10 }
  const api = createAdminApi({ address: platform.address, token: TOKEN, withinMs: 1000, retries, random: () => 0.5 })
  const log = createLogger('debug', { write: (line: string) => lines.push(line) })
  shop = await openTestShop({
    shopCredit: createShopCredit(api),
    settleSeconds: SETTLE_SECONDS,
    now: () => at,
    log,
    creditLimit: 1_000_000,
  })
  admin = await shop.signIn('admin')
})
afterEach(() => {
  platform.fault = undefined
  platform.books.storeCredit = true
  platform.books.refusal = undefined
  at = TEST_NOW
})
afterAll(async () => {
  await shop.close()
  await platform.stop()
})

/** A customer with credit: some that never expires, some of a refund. */
async function customerWith(amount: number, refund = 0) {
  const customer = await shop.signIn('customer')
  if (amount > 0) await admin.caller.credit.adjust({ userId: customer.userId, amount, reason: 'Goodwill' })
  if (refund > 0) await admin.caller.credit.issueRefund({ userId: customer.userId, amount: refund, reason: 'Order ORD-1' })
  return customer
}
type Customer = Awaited<ReturnType<typeof customerWith>>

/** EUR here and there. */
async function sums({ caller, email }: Customer) {
  const { balance, held } = await caller.credit.balance()
  return { balance, held, there: platform.balanceOf(email) }
}
const total = async (customer: Customer) => sumOfAmounts(Object.values(await sums(customer)))
/** Fails one call, before it is done or after. */
const failOnce = (operation: string, phase: 'before' | 'after', fault: AdminFault) => {
  let left = 1
  platform.fault = (call) => (call.operation === operation && call.phase === phase && left-- > 0 ? fault : undefined)
}
const settle = async (afterSeconds: number) => {
  at = new Date(TEST_NOW.getTime() + afterSeconds * 1000)
  const { shopCredit } = shop.services
  return shopCredit ? settleTransfers({ ...shop.services, shopCredit }) : undefined
}
/** In the alphabet's order, because the transfers of one moment have none of their own. */
const statesOf = async ({ caller }: Customer) => (await caller.credit.transfers()).rows.map(({ state }) => state).toSorted()
const isWhole = async ({ userId }: Customer) => expect((await admin.caller.credit.verify({ userId })).faults).toEqual([])

describe('credit in the shop', () => {
  it('is moved to the customer’s own account there, each part with its expiry', async () => {
    const customer = await customerWith(50, 100)
    const moved = await customer.caller.credit.useInShop({ amount: 120 })
    expect(moved.map(({ amount, state, carrier, expiresAt }) => [amount, state, carrier, expiresAt])).toEqual([
      [105, 'done', 'account', new Date('2028-11-20T12:00:00Z')],
      [15, 'done', 'account', null],
    ])
    expect(await sums(customer)).toEqual({ balance: 35, held: 0, there: 120 })
    expect(platform.accountOf(customer.email)?.movements.map(({ cents, expiresAt }) => [cents, expiresAt])).toEqual([
      [10_500, '2028-11-20T12:00:00Z'],
      [1500, null],
    ])
    expect(platform.asked.filter(({ operation }) => operation === 'CreditAccount').every(({ token }) => token === TOKEN)).toBe(true)
    const { rows } = await customer.caller.credit.statement()
    expect(rows.filter(({ kind }) => kind === 'capture')).toMatchObject([
      { causeNoun: 'platform', reason: 'Moved to the shop', amount: 15 },
      { causeNoun: 'platform', amount: 105 },
    ])
    await isWhole(customer)
  })

  it('is taken back as the credit that it was, as far as it is left', async () => {
    const customer = await customerWith(50, 100)
    const [refund, never] = await customer.caller.credit.useInShop({ amount: 155 })
    platform.spend(customer.email, 30)
    const back = await customer.caller.credit.takeBack({ transferId: refund?.id ?? '' })
    expect(back).toMatchObject([{ direction: 'back', state: 'done', amount: 105, ofId: refund?.id }])
    expect(await sums(customer)).toEqual({ balance: 105, held: 0, there: 20 })
    await admin.caller.credit.takeBackFor({ transferId: never?.id ?? '' })
    expect((await customer.caller.credit.statement()).lots.map(({ kind, available }) => [kind, available])).toEqual([
      ['refund', 105],
      ['adjustment', 20],
    ])
    expect(await statesOf(customer)).toEqual(['done', 'done', 'done', 'taken_back'])
    // Credit that staff has given there stays there.
    platform.books.credit(platform.books.customers.get(customer.email) ?? '', 4000, null)
    const nothing = await customer.caller.credit.takeBack({ transferId: never?.id ?? '' })
    expect(nothing).toMatchObject([{ state: 'refused', failure: 'insufficient' }])
    await expect(customer.caller.credit.takeBack({ transferId: refund?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await sums(customer)).toEqual({ balance: 125, held: 0, there: 40 })
    await isWhole(customer)
  })

  it('is a gift card where the shop has no accounts for it, and no second one is made for it', async () => {
    const customer = await customerWith(80)
    platform.books.storeCredit = false
    failOnce('CreateGiftCard', 'after', 'cut')
    const [unknown] = await customer.caller.credit.useInShop({ amount: 60 })
    // It was looked for at once.
    expect(unknown).toMatchObject({ state: 'done', carrier: 'gift_card' })
    failOnce('CreateGiftCard', 'before', 'cut')
    expect(await customer.caller.credit.useInShop({ amount: 20 })).toMatchObject([{ state: 'unknown', carrier: 'gift_card' }])
    await settle(SETTLE_SECONDS)
    expect(platform.cardsOf(customer.email).map(({ cents }) => cents)).toEqual([6000, 2000])
    const { code } = await customer.caller.credit.giftCardCode({ transferId: unknown?.id ?? '' })
    expect(platform.cardsOf(customer.email)[0]?.code).toBe(code.toLowerCase())
    await expect(admin.caller.credit.giftCardCode({ transferId: unknown?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const rows = await shop.db.prisma.creditTransfer.findMany({ where: { carrier: 'gift_card' } })
    expect(JSON.stringify(rows)).not.toContain(code)
    failOnce('DebitGiftCard', 'after', 'cut')
    expect(await customer.caller.credit.takeBack({ transferId: unknown?.id ?? '' })).toMatchObject([{ state: 'done' }])
    expect(await sums(customer)).toEqual({ balance: 60, held: 0, there: 20 })
    await isWhole(customer)
  })

  it('is moved once for one key, sent twenty times at once', async () => {
    const customer = await customerWith(100)
    const input = { amount: 40, idempotencyKey: key('once') }
    const answers = await Promise.all(Array.from({ length: 20 }, () => customer.caller.credit.useInShop(input)))
    expect(new Set(answers.map(([first]) => `${first?.id} ${first?.state}`)).size).toBe(1)
    expect(await sums(customer)).toEqual({ balance: 60, held: 0, there: 40 })
    const transferId = answers[0]?.[0]?.id ?? ''
    const back = { transferId, idempotencyKey: key('back-once') }
    await Promise.all(Array.from({ length: 10 }, () => customer.caller.credit.takeBack(back)))
    expect(await sums(customer)).toEqual({ balance: 100, held: 0, there: 0 })
    await expect(customer.caller.credit.useInShop({ ...input, amount: 41 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is one transfer at a time, whatever is asked at once', async () => {
    const customer = await customerWith(100)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => customer.caller.credit.useInShop({ amount: 60 })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sums(customer)).toEqual({ balance: 40, held: 0, there: 60 })
  })
})

describe('a platform that says no', () => {
  it.each([
    ['CREDIT_LIMIT_EXCEEDED', 'limit'],
    ['UNSUPPORTED_CURRENCY', 'currency'],
    ['EXPIRES_AT_IN_PAST', 'expired'],
    ['OWNER_NOT_FOUND', 'no_customer'],
    ['SOMETHING_NEW', 'refused'],
  ])('with %s gets nothing, and everything can be spent here again', async (code, failure) => {
    const customer = await customerWith(50, 100)
    platform.books.refusal = code === 'SOMETHING_NEW' ? 'NEGATIVE_OR_ZERO_AMOUNT' : code
    expect(await customer.caller.credit.useInShop({ amount: 150 })).toMatchObject([
      { state: 'refused', failure },
      { state: 'refused', failure },
    ])
    expect(await sums(customer)).toEqual({ balance: 155, held: 0, there: 0 })
    await isWhole(customer)
  })

  const noes: [string, AdminFault, string][] = [
    ['401', { status: 401 }, 'not_allowed'],
    [
      'no right',
      { status: 200, body: { data: null, errors: [{ message: 'x', path: ['a'], extensions: { code: 'ACCESS_DENIED' } }] } },
      'not_allowed',
    ],
    ['HTTP 429 for long', { status: 429, headers: { 'Retry-After': '0' } }, 'unreachable'],
    [
      'throttling for long',
      { status: 200, body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
      'unreachable',
    ],
    ['an operation that it does not know', { status: 200, body: { errors: [{ message: 'No such field' }] } }, 'unreachable'],
  ]
  it.each(noes)('by %s does so before anything is moved', async (_name, fault, failure) => {
    const customer = await customerWith(50)
    platform.fault = ({ operation, phase }) => (operation === 'CreditAccount' && phase === 'before' ? fault : undefined)
    expect(await customer.caller.credit.useInShop({ amount: 50 })).toMatchObject([{ state: 'refused', failure }])
    expect(await sums(customer)).toEqual({ balance: 50, held: 0, there: 0 })
  })

  it('is asked again where it was only too much at once', async () => {
    const customer = await customerWith(50)
    failOnce('CreditAccount', 'before', { status: 200, body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } })
    expect(await customer.caller.credit.useInShop({ amount: 50 })).toMatchObject([{ state: 'done' }])
    expect(await sums(customer)).toEqual({ balance: 0, held: 0, there: 50 })
  })

  it.each(['SetCustomer', 'CustomerAccounts'])('by silence to %s has been asked for nothing yet', async (operation) => {
    const customer = await customerWith(50)
    platform.fault = (call) => (call.operation === operation ? 'stall' : undefined)
    expect(await customer.caller.credit.useInShop({ amount: 50 })).toMatchObject([{ state: 'refused', failure: 'unreachable' }])
    expect(await sums(customer)).toEqual({ balance: 50, held: 0, there: 0 })
  })
})

const silences: [string, AdminFault][] = [
  ['a cut connection', 'cut'],
  ['silence', 'stall'],
  ['HTTP 503', { status: 503 }],
  ['an answer that is none', { status: 200, body: { data: { storeCreditAccountCredit: 7, storeCreditAccountDebit: 7 } } }],
  [
    'a failure of its own',
    { status: 200, body: { errors: [{ message: 'x', path: ['a'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }] } },
  ],
]
describe.each(silences)('after %s', (_name, fault) => {
  it('what was done is found in the account there, and asked for no second time', async () => {
    const customer = await customerWith(50)
    failOnce('CreditAccount', 'after', fault)
    const [moved] = await customer.caller.credit.useInShop({ amount: 30 })
    expect(moved).toMatchObject({ state: 'done' })
    expect(await sums(customer)).toEqual({ balance: 20, held: 0, there: 30 })
    failOnce('DebitAccount', 'after', fault)
    expect(await customer.caller.credit.takeBack({ transferId: moved?.id ?? '' })).toMatchObject([{ state: 'done', amount: 30 }])
    expect(await sums(customer)).toEqual({ balance: 50, held: 0, there: 0 })
    await isWhole(customer)
  })

  it('what was not done is held until it cannot happen any more, and then given back', async () => {
    const customer = await customerWith(50)
    failOnce('CreditAccount', 'before', fault)
    expect(await customer.caller.credit.useInShop({ amount: 30 })).toMatchObject([{ state: 'unknown' }])
    await expect(customer.caller.credit.useInShop({ amount: 5 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await settle(SETTLE_SECONDS - 1)
    expect(await sums(customer)).toEqual({ balance: 20, held: 30, there: 0 })
    await settle(SETTLE_SECONDS)
    expect(await sums(customer)).toEqual({ balance: 50, held: 0, there: 0 })
    at = TEST_NOW
    const [moved] = await customer.caller.credit.useInShop({ amount: 30 })
    failOnce('DebitAccount', 'before', fault)
    expect(await customer.caller.credit.takeBack({ transferId: moved?.id ?? '' })).toMatchObject([{ state: 'unknown' }])
    await settle(SETTLE_SECONDS)
    expect(await statesOf(customer)).toEqual(['done', 'refused', 'refused'])
    expect(await sums(customer)).toEqual({ balance: 20, held: 0, there: 30 })
    await isWhole(customer)
  })
})

describe('a transfer whose answer is lost', () => {
  it('is told from others of the same amount that were there before', async () => {
    const customer = await customerWith(90)
    await customer.caller.credit.useInShop({ amount: 30 })
    failOnce('CreditAccount', 'before', 'cut')
    expect(await customer.caller.credit.useInShop({ amount: 30 })).toMatchObject([{ state: 'unknown' }])
    // Another amount, another cause, and another expiry are not it.
    const owner = platform.books.customers.get(customer.email) ?? ''
    platform.books.credit(owner, 3100, null)
    platform.books.credit(owner, 3000, null, 'ORDER_REFUND')
    platform.books.credit(owner, 3000, '2027-01-01T00:00:00Z')
    await settle(SETTLE_SECONDS)
    expect(await statesOf(customer)).toEqual(['done', 'refused'])
    expect((await sums(customer)).balance).toBe(60)
  })

  it('keeps what waits behind it, and lets it go on when it is found', async () => {
    const customer = await customerWith(50, 100)
    let isAway = false
    platform.fault = ({ operation, phase }) => {
      if (operation === 'CreditAccount' && phase === 'after') isAway = true
      return isAway ? 'cut' : undefined
    }
    expect(await customer.caller.credit.useInShop({ amount: 120 })).toMatchObject([{ state: 'unknown' }, { state: 'waiting' }])
    expect(await total(customer)).toBe(260)
    platform.fault = undefined
    await settle(5)
    expect(await statesOf(customer)).toEqual(['done', 'done'])
    expect(await sums(customer)).toEqual({ balance: 35, held: 0, there: 120 })
  })

  it('tells the open pages of its customer in each step, and nobody else’s', async () => {
    const [customer, other] = [await customerWith(50), await customerWith(50)]
    /** A step, with pages that were opened before it: the first event of each comes at once. */
    const change = async (work: () => Promise<unknown>) => {
      const told = { customer: 0, other: 0 }
      const over = new AbortController()
      const follow = async (who: keyof typeof told, userId: string) => {
        for await (const { id } of followOwnRecords(shop.services, userId, { signal: over.signal })) if (id) told[who] += 1
      }
      const pages = [follow('customer', customer.userId), follow('other', other.userId)]
      await expect.poll(() => told).toEqual({ customer: 1, other: 1 })
      await work()
      await expect.poll(() => told.customer, { timeout: 5_000 }).toBeGreaterThan(1)
      expect(told.other).toBe(1)
      over.abort()
      await Promise.all(pages)
    }
    failOnce('CreditAccount', 'before', 'cut')
    await change(() => customer.caller.credit.useInShop({ amount: 30 }))
    await change(() => settle(SETTLE_SECONDS))
    at = TEST_NOW
    await change(() => customer.caller.credit.useInShop({ amount: 30 }))
    const moved = (await customer.caller.credit.transfers()).rows.find(({ state }) => state === 'done')
    // Here nothing is held: only the transfer itself changes.
    failOnce('DebitAccount', 'before', 'cut')
    await change(() => customer.caller.credit.takeBack({ transferId: moved?.id ?? '' }))
    await change(() => settle(SETTLE_SECONDS))
  })

  it('is looked at again when its call cannot come any more, and not later', async () => {
    const customer = await customerWith(50)
    expect(await settle(0)).toBe(60)
    failOnce('CreditAccount', 'before', 'cut')
    await customer.caller.credit.useInShop({ amount: 30 })
    expect(await settle(1)).toBe(10)
    expect(await settle(SETTLE_SECONDS - 3)).toBe(3)
    expect(await sums(customer)).toEqual({ balance: 20, held: 30, there: 0 })
    expect(await settle(SETTLE_SECONDS)).toBe(60)
    expect(await sums(customer)).toEqual({ balance: 50, held: 0, there: 0 })
  })

  it('keeps its account from being deleted', async () => {
    const customer = await customerWith(50)
    const [moved] = await customer.caller.credit.useInShop({ amount: 50 })
    platform.fault = ({ operation }) => (['DebitAccount', 'AccountTransactions'].includes(operation) ? { status: 503 } : undefined)
    failOnce('DebitAccount', 'before', 'cut')
    await customer.caller.credit.takeBack({ transferId: moved?.id ?? '' })
    expect(await customer.caller.account.end()).toMatchObject({ isCreditMoving: true })
    await expect(customer.caller.account.delete({ email: customer.email })).rejects.toMatchObject({ code: 'CONFLICT' })
    await settle(SETTLE_SECONDS)
    expect(await customer.caller.account.end()).toMatchObject({ isCreditMoving: false })
  })
})

describe('what is refused', () => {
  it('is more than there is, what others have moved, and any of it without a platform', async () => {
    const customer = await customerWith(50)
    await expect(customer.caller.credit.useInShop({ amount: 50.01 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const amount of [0, -1, 0.001])
      await expect(customer.caller.credit.useInShop({ amount })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const [moved] = await customer.caller.credit.useInShop({ amount: 10 })
    const other = await shop.signIn('customer')
    await expect(other.caller.credit.takeBack({ transferId: moved?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await other.caller.credit.transfers()).toEqual({ isOffered: true, rows: [] })
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: null } })
    await expect(customer.caller.credit.useInShop({ amount: 10 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: new Date() } })
    const { shopCredit } = shop.services
    shop.services.shopCredit = null
    try {
      const alone = shop.callerOf(customer.sessionId)
      expect(await alone.credit.transfers()).toMatchObject({ isOffered: false, rows: [{ amount: 10 }] })
      await expect(alone.credit.useInShop({ amount: 10 })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
      await expect(alone.credit.takeBack({ transferId: moved?.id ?? '' })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    } finally {
      shop.services.shopCredit = shopCredit
    }
  })

  it('says nothing of the token in the log', () => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(TOKEN)
  })
})
