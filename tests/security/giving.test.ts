import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keysOf } from '~/contracts/keys'
import type { ProcedureMeta } from '~/server/api/procedure-meta'
import { describeOnEngines, openOn } from '../setup/database'
import { standingClock } from '../setup/factors'
import { gifts, type Gift, type Person } from '../setup/gifts'
import { faultOf, procedures, refusalOf } from '../setup/procedures'
import { openTestShop, retireAdministrators, type TestShop } from '../setup/shop'

/** The limit on value that one administrator gives in 30 days, over every procedure of the router that gives any. */

const LIMIT = 1000
const ABOVE = 1500
const metaOf = (path: string) => (procedures[path]?._def as { meta?: ProcedureMeta } | undefined)?.meta ?? {}
const routerOf = (path: string) => path.split('.')[0] ?? ''
const giving = keysOf(procedures)
  .filter((path) => metaOf(path).gives === true)
  .toSorted()
/** Offers have a limit of their own. They give nothing until their trade-in is completed, which then counts. */
const ofOffers = ['tradeIns.sendOffer', 'tradeIns.sendOffers']

it('is said by every mutation of a router that can give', () => {
  const routers = new Set(['credit', 'invoices', 'payments', ...giving.map(routerOf)])
  const mutations = keysOf(procedures).filter((path) => procedures[path]?._def.type === 'mutation' && routers.has(routerOf(path)))
  expect(mutations.filter((path) => metaOf(path).gives === undefined)).toEqual([])
  expect(giving).toEqual(keysOf(gifts).toSorted())
})

const clock = standingClock('2026-11-20T12:00:00Z')
let shop: TestShop
let desk: Person
let customer: Person
let giver: Person
beforeAll(async () => {
  shop = await openTestShop({ db: await openOn('postgres'), now: clock.now, creditLimit: LIMIT, offerLimit: LIMIT })
  desk = await shop.signIn('admin')
})
beforeEach(async () => {
  await retireAdministrators(shop, [desk.userId])
  customer = await shop.signIn('customer')
  giver = await shop.signIn('admin')
})
afterAll(() => shop.close())

const make = (path: string, amount: number, { to = customer, by = giver } = {}): Promise<Gift> => {
  const gift = gifts[path]
  if (!gift) throw new Error(`tests/setup/gifts.ts says nothing of ${path}`)
  return gift({ shop, desk }, to, amount, by)
}
const limitTo = (person: Person, scopes: string[]) => shop.db.prisma.profile.update({ where: { userId: person.userId }, data: { scopes } })

describe.each(giving)('%s above the limit', (path) => {
  const scope = `${routerOf(path)}:write`
  /** Checks that the call failed and gave nothing. @returns the error's code in detail, or else its tRPC code */
  const refused = async (gift: Gift, sessionId: string | null, options = {}) => {
    const error = await refusalOf(shop, path, sessionId, gift.input, options)
    expect(await gift.given()).toBe(0)
    return error && (faultOf(error) ?? error.code)
  }

  it('is given once by two administrators, who may be limited ones, and by nobody else; then it counts in no sum', async () => {
    const gift = await make(path, ABOVE)
    expect(await refused(gift, null)).toBe('session_not_found')
    expect(await refused(gift, customer.sessionId)).toBe('FORBIDDEN')
    await limitTo(giver, ['reports:read', routerOf(path) === 'credit' ? 'invoices:write' : 'credit:write'])
    expect(await refused(gift, giver.sessionId)).toBe('insufficient_scope')

    await limitTo(giver, [scope, 'credit:write'])
    expect(await refused(gift, giver.sessionId)).toBe(gift.again ? 'CONFLICT' : null)
    await gift.again?.(giver.caller)
    await expect(gift.approve(giver.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await gift.given()).toBe(0)

    const second = await shop.signIn('admin')
    await gift.approve(second.caller)
    expect(await gift.given()).toBeGreaterThanOrEqual(ABOVE)
    await expect(gift.approve(second.caller)).rejects.toBeDefined()
    expect(await giver.caller.credit.leftToGive({ userId: customer.userId })).toEqual({ limit: LIMIT, left: LIMIT })
  })

  it('is refused to a key, or waits with nobody’s word, as is what nobody has proven lately', async () => {
    const { key } = await giver.caller.keys.create({ name: 'Program', scopes: [scope as 'credit:write'] })
    const other = await shop.signIn('customer')
    const [toKey, toStale] = [await make(path, ABOVE), await make(path, ABOVE, { to: other })]
    const byKey = await refused(toKey, null, { apiKey: key })
    clock.pass(11 * 60)
    const stale = await refused(toStale, giver.sessionId)
    const waits = /tradeIns|issueFor/.test(path) && !ofOffers.includes(path)
    // A status change is not refused: its credit waits, and the first administrator to confirm it counts as the first of two.
    const refusals = toKey.again ? ['CONFLICT', 'CONFLICT'] : waits ? [null, null] : ['api_key_refused', 'reauthentication_needed']
    expect([byKey, stale]).toEqual(refusals)
    const of = { userId: { in: [customer.userId, other.userId] } }
    const asked = await shop.db.prisma.creditRequest.findMany({ where: of })
    expect(asked.map(({ state, requestedBy }) => [state, requestedBy])).toEqual(
      waits
        ? [
            ['waiting', null],
            ['waiting', null],
          ]
        : [],
    )
    expect(await shop.db.prisma.approvalRequest.count({ where: of })).toBe(0)
    desk = await shop.signIn('admin')
  })
})

/** All of them but offers, and bulk procedures, which share the code of the single ones. */
const kinds = giving.filter((path) => !ofOffers.includes(path) && !path.endsWith('Statuses'))

/** So much by each of them leaves less than EUR 50 of the limit. */
const EACH = 95

it('every way counts in the sum of every other', async () => {
  for (const path of kinds) {
    const gift = await make(path, EACH, { to: await shop.signIn('customer') })
    expect(await refusalOf(shop, path, giver.sessionId, gift.input)).toBeNull()
    expect(await gift.given(), path).toBeGreaterThanOrEqual(EACH)
  }
  // A refund as credit has a bonus of 5 %.
  expect(await giver.caller.credit.leftToGive({})).toEqual({ limit: LIMIT, left: LIMIT - kinds.length * EACH - 0.05 * EACH })
  for (const path of kinds) {
    const gift = await make(path, 50, { to: await shop.signIn('customer') })
    await refusalOf(shop, path, giver.sessionId, gift.input)
    expect(await gift.given(), path).toBe(0)
  }
  // The sum of one customer counts across administrators too.
  for (const path of kinds) {
    const by = await shop.signIn('admin')
    const gift = await make(path, 450, { by })
    await refusalOf(shop, path, by.sessionId, gift.input)
  }
  expect((await desk.caller.credit.leftToGive({ userId: customer.userId })).left).toBeLessThan(450)
})

describe('a key', () => {
  it('gives within what is left of its maker’s sum, and its maker within what it has left', async () => {
    const { key } = await giver.caller.keys.create({ name: 'Program', scopes: ['credit:write', 'invoices:write'] })
    const program = shop.callerOf(null, { apiKey: key })
    await program.credit.adjust({ userId: customer.userId, amount: 600, reason: 'By a program' })
    expect(await giver.caller.credit.leftToGive({})).toEqual({ limit: LIMIT, left: LIMIT - 600 })
    const note = await make('invoices.credit', 600, { to: await shop.signIn('customer') })
    const error = await refusalOf(shop, 'invoices.credit', null, note.input, { apiKey: key })
    expect(error?.message).toBe(
      '€1,200.00 by one administrator in 24 hours, which is more than €1,000.00: a second administrator must approve it. An API key cannot ask for that: sign in and do it yourself.',
    )
    expect(await note.given()).toBe(0)
  })
})

describeOnEngines('calls at the same time on %s', (engine) => {
  it('of all kinds do not pass the limit together', async () => {
    const own = await openTestShop({ db: await openOn(engine), creditLimit: LIMIT, offerLimit: LIMIT })
    try {
      const [setter, one] = [await own.signIn('admin'), await own.signIn('admin')]
      const made: { path: string; gift: Gift }[] = []
      for (const path of kinds) {
        const to = await own.signIn('customer')
        const gift = gifts[path]
        if (gift) made.push({ path, gift: await gift({ shop: own, desk: setter }, to, 300, one) })
      }
      await Promise.all(made.map(({ path, gift }) => refusalOf(own, path, one.sessionId, gift.input)))
      const given = await Promise.all(made.map(({ gift }) => gift.given()))
      const sum = given.reduce((total, amount) => total + amount, 0)
      expect(sum).toBeGreaterThan(0)
      expect(sum).toBeLessThanOrEqual(LIMIT)
    } finally {
      await own.close()
    }
  })
})

describe('store credit that was used for a repair', () => {
  it('is not taken back by its customer, nor by a lower estimate, while the repair is worked on again', async () => {
    const { prisma } = shop.db
    const gift = await make('repairs.updateStatus', ABOVE)
    const { id } = gift.input as { id: string }
    const payment = await prisma.creditPayment.findFirstOrThrow({ where: { nounId: id } })
    expect(payment.held.toNumber()).toBe(ABOVE)
    const used = { code: 'CONFLICT', message: expect.stringContaining('has been used') as string }
    await expect(customer.caller.credit.cancelPayment({ paymentId: payment.id })).rejects.toMatchObject(used)
    const line = { kind: 'labour', label: 'Less', quantity: 1, price: 1 } as const
    await desk.caller.repairs.saveEstimate({ id, lines: [line] })
    await desk.caller.repairs.sendEstimate({ id, email: null })
    await giver.caller.repairs.recordAnswer({ id, number: 2, answer: 'accepted' })
    expect(await gift.given()).toBe(0)
    expect(await refusalOf(shop, 'repairs.updateStatus', giver.sessionId, gift.input)).toMatchObject({ code: 'CONFLICT' })
    expect(await gift.given()).toBe(0)
  })
})
