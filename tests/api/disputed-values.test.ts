import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { tradeIns } from '~/server/cases/kinds/trade-in-kind'
import { expireQuotes } from '~/server/cases/quotes/unanswered-quotes'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

/** The last offer stays visible, with the customer's answer: an older estimate never replaces it. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: typeof admin
let machineId: string

beforeAll(async () => {
  shop = await openTestShop()
  const values = { baseValueExcellent: 300, baseValueGood: 250, baseValueFair: 120, baseValuePoor: 10 }
  const machine = shop.factories.machine({ ...values, isActive: true })
  await shop.db.prisma.tradeInMachine.create({ data: machine })
  machineId = machine.id
})
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: TEST_NOW } })
})
afterAll(() => shop.close())

/** Two machines of one request, each quoted at €250.00; the first is offered €180.00. */
async function offered(): Promise<{ id: string; number: string }> {
  const machines = [
    { machineId, grade: 'good' as const },
    { machineId, grade: 'good' as const },
  ]
  await customer.caller.tradeIns.request({ machines })
  const rows = (await admin.caller.tradeIns.list({ search: customer.email })).rows.toReversed()
  const [one] = rows
  if (!one) throw new Error('The request has opened nothing')
  await offer(one.id, 180)
  return { id: one.id, number: one.tradeInNumber }
}
async function offer(id: string, value: number) {
  await admin.caller.tradeIns.saveEvaluation({ id, grade: 'good', override: { value, reason: 'As we found it' } })
  await admin.caller.tradeIns.sendOffer({ id })
}

/** Every place that shows the value of a trade-in to its customer and to administrators. */
async function shown({ id, number }: { id: string; number: string }) {
  const tracked = await customer.caller.account.case({ noun: 'tradeIns', number })
  const values = tracked.request?.map(({ value }) => value ?? 0) ?? []
  const own = (await customer.caller.account.tradeIns({})).rows.find((row) => row.id === id)
  const listed = (await admin.caller.tradeIns.list({ search: number })).rows[0]
  const document = await tradeIns.documented(shop.db.prisma, id, undefined)
  return {
    together: values.reduce((sum, value) => sum + value, 0),
    tracked: tracked.quotes[0] && `${tracked.quotes[0].state} ${tracked.quotes[0].total}`,
    own: own?.quote,
    listed: listed?.offer,
    final: [own?.finalValue, listed?.finalValue, tracked.noun === 'tradeIns' ? tracked.finalValue : undefined],
    document: Object.fromEntries(document?.own.amounts ?? []),
  }
}

const answers: [
  said: string,
  state: string,
  mark: string,
  together: number,
  say: (of: { id: string; number: string }) => Promise<unknown>,
][] = [
  ['not answered yet', 'sent', '(offered)', 430, () => Promise.resolve()],
  [
    'disputed',
    'disputed',
    '(disputed)',
    430,
    ({ number }) => customer.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'dispute', message: 'It runs.' }),
  ],
  // The machine goes back to its customer.
  [
    'declined',
    'declined',
    '(declined)',
    250,
    ({ number }) => customer.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'decline' }),
  ],
  [
    'over',
    'expired',
    '(not answered)',
    430,
    async ({ id }) => {
      await shop.db.prisma.caseQuote.updateMany({ where: { caseId: id, state: 'sent' }, data: { expiresAt: TEST_NOW } })
      await expireQuotes(shop.services)
    },
  ],
  [
    'disputed, and a higher one is only drafted',
    'disputed',
    '(disputed)',
    430,
    async ({ id, number }) => {
      await customer.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'dispute', message: 'It runs.' })
      await admin.caller.tradeIns.saveEvaluation({ id, grade: 'good', override: { value: 240, reason: 'Another look' } })
    },
  ],
  [
    'taken back',
    'sent',
    '(offered)',
    430,
    async ({ number }) => {
      await customer.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'accept' })
      await customer.caller.account.takeCaseAnswerBack({ noun: 'tradeIns', number, quote: 1 })
    },
  ],
]

it.each(answers)('an offer that is %s is shown as such everywhere, and raises no total', async (_said, state, mark, together, say) => {
  const of = await offered()
  await say(of)
  expect(await shown(of)).toEqual({
    together,
    tracked: `${state} 180`,
    own: { state, total: 180 },
    listed: { state, total: 180 },
    final: [null, null, null],
    document: expect.objectContaining({ 'Our offer': `€180.00 of store credit ${mark}`, 'Final value': null }),
  })
})

it('an offer that another one follows gives way to it, and an accepted one is the value', async () => {
  const of = await offered()
  await customer.caller.account.answerCase({ noun: 'tradeIns', number: of.number, answer: 'dispute', message: 'It runs.' })
  await offer(of.id, 200)
  expect(await shown(of)).toMatchObject({ together: 450, listed: { state: 'sent', total: 200 } })
  await customer.caller.account.answerCase({ noun: 'tradeIns', number: of.number, answer: 'accept' })
  expect(await shown(of)).toMatchObject({
    together: 450,
    final: [200, 200, 200],
    document: { 'Final value': '€200.00', 'Our offer': null },
  })
  // The agreed value stays while another offer waits for an answer.
  await offer(of.id, 90)
  expect(await shown(of)).toMatchObject({ together: 450, final: [200, 200, 200] })
})

it('a former customer does not see what was offered to the next one', async () => {
  const of = await offered()
  const next = await shop.signIn('customer')
  await admin.caller.tradeIns.update({ id: of.id, customer: { userId: next.userId } })
  await offer(of.id, 90)
  const [own] = (await customer.caller.account.tradeIns({})).rows.filter(({ id }) => id === of.id)
  expect(own?.quote?.total).toBe(180)
  expect((await next.caller.account.tradeIns({})).rows[0]?.quote).toEqual({ state: 'sent', total: 90 })
})

it('a declined estimate of a repair is marked, with the cost as it was told', async () => {
  const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
  const { id, repairNumber: number } = await admin.caller.repairs.create({
    customer: { userId: customer.userId },
    deviceInfo: device,
    problemDescription: 'No power',
  })
  await admin.caller.repairs.update({ id, estimatedCost: 400 })
  await admin.caller.repairs.saveEstimate({ id, lines: [{ kind: 'labour', label: 'Repair', quantity: 1, price: 180 }] })
  await admin.caller.repairs.sendEstimate({ id })
  await customer.caller.account.answerCase({ noun: 'repairs', number, answer: 'decline' })
  const [own] = (await customer.caller.account.repairs({})).rows
  expect(own).toMatchObject({ estimatedCost: 180, quote: { state: 'declined', total: 180 } })
})
