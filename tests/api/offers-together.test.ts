import { RETURN_PAID_BY_US, TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop({ offerLimit: 1_000 })
})
afterAll(() => shop.close())

/** Three machines of one customer, taken in together, with an administrator who has offered nothing yet. */
async function takeIn(value: number) {
  admin = await shop.signIn('admin')
  const customer = await shop.signIn('customer')
  const machine = await shop.db.prisma.tradeInMachine.create({ data: shop.factories.machine({ baseValueGood: value }) })
  const deviceInfo = { manufacturer: machine.manufacturer, model: machine.model }
  const one = { machineId: machine.id, deviceInfo, grade: 'good' as const }
  const first = await admin.caller.tradeIns.create({ customer: { userId: customer.userId }, ...one, others: [one, one] })
  const together = await admin.caller.tradeIns.together({ id: first.id })
  shop.emails.length = 0
  return { customer, first, together, ids: together.map(({ id }) => id) }
}
async function evaluated(value: number) {
  const taken = await takeIn(value)
  for (const id of taken.ids) await admin.caller.tradeIns.saveEvaluation({ id, grade: 'good' })
  return taken
}
const states = async (ids: readonly string[]) =>
  (
    await shop.db.prisma.caseQuote.findMany({
      where: { caseId: { in: [...ids] } },
      orderBy: { case: { tradeIn: { tradeInNumber: 'asc' } } },
    })
  ).map(({ state }) => state)
const secretOf = (text: string) => /track\/([\w-]+)/.exec(text)?.[1] ?? ''
const offersOf = (ids: readonly string[]) => ids.map((id) => ({ id }))

describe('machines of one request', () => {
  it('are shown together with their values, and offered by one email with all of them', async () => {
    const { together, ids, customer } = await takeIn(200)
    expect(together).toMatchObject([1, 2, 3].map(() => ({ grade: 'good', foundGrade: null, draft: null, state: null, evaluated: false })))
    expect(together[0]?.values).toContainEqual({ grade: 'good', value: 200 })
    await expect(admin.caller.tradeIns.previewOffers({ ids })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const id of ids) await admin.caller.tradeIns.saveEvaluation({ id, grade: 'good' })
    const preview = await admin.caller.tradeIns.previewOffers({ ids })
    expect(preview).toMatchObject({ recipient: customer.email, subject: 'Offers for your 3 machines' })
    expect(preview.body).toContain('Together: €600.00 of store credit.')
    expect(await admin.caller.tradeIns.sendOffers({ offers: offersOf(ids) })).toEqual({
      sent: together.map(({ number }) => number),
      waiting: [],
    })
    expect(shop.emails.map(({ to, subject }) => [to, subject])).toEqual([[customer.email, 'Offers for your 3 machines']])
    expect(shop.emails[0]?.text.match(/TRD-\d+(?=, )/g)).toEqual(together.map(({ number }) => number).toSorted())
    expect(await states(ids)).toEqual(['sent', 'sent', 'sent'])
  })

  it('keep what was noted of them: a value here is less the deductions, and what has none yet is no draft', async () => {
    const { ids, first } = await takeIn(200)
    const id = ids[0] ?? ''
    const noted = {
      checks: [{ item: 'fans' as const, result: 'fault' as const, note: 'One rattles' }],
      deductions: [{ reasonId: null, label: 'Fan replacement', explanation: 'One fan rattles', kind: 'fixed' as const, amount: 30 }],
    }
    await admin.caller.tradeIns.saveEvaluation({ id, grade: null, ...noted })
    const [begun] = await admin.caller.tradeIns.together({ id: first.id })
    expect(begun).toMatchObject({ evaluated: true, draft: null, version: 1 })
    expect(begun?.values).toContainEqual({ grade: 'good', value: 170 })
    await admin.caller.tradeIns.saveEvaluation({ id, version: 1, grade: 'good', ...noted })
    expect((await admin.caller.tradeIns.together({ id: first.id }))[0]).toMatchObject({ draft: 170 })
  })

  it('are offered all or none, by what is on the screen, and those of one customer alone', async () => {
    const { ids } = await evaluated(100)
    const stale = ids.map((id, index) => ({ id, version: index === 2 ? 99 : 1 }))
    await expect(admin.caller.tradeIns.sendOffers({ offers: stale })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await states(ids)).toEqual(['draft', 'draft', 'draft'])
    expect(shop.emails).toEqual([])
    const own = admin
    const other = await evaluated(100)
    const mixed = offersOf([ids[0] ?? '', other.ids[0] ?? ''])
    await expect(own.caller.tradeIns.sendOffers({ offers: mixed })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await states(ids)).toEqual(['draft', 'draft', 'draft'])
  })

  it('count together for the limit: what is above it waits for a second administrator', async () => {
    const { ids, together } = await evaluated(400)
    const done = await admin.caller.tradeIns.sendOffers({ offers: offersOf(ids) })
    expect(done.sent).toHaveLength(2)
    expect(done.waiting).toHaveLength(1)
    expect([...done.sent, ...done.waiting].toSorted()).toEqual(together.map(({ number }) => number))
    const told = shop.emails.filter(({ subject }) => subject === 'Offers for your 2 machines')
    expect(told).toHaveLength(1)
    expect(told[0]?.text).not.toContain(done.waiting[0])
    const waiting = await shop.db.prisma.caseQuote.findFirstOrThrow({ where: { caseId: { in: ids }, requestedAt: { not: null } } })
    expect(waiting).toMatchObject({ state: 'draft', requestedBy: admin.userId })
    const second = await shop.signIn('admin')
    await second.caller.tradeIns.approveOffer({ id: waiting.caseId })
    expect(await states(ids)).toEqual(['sent', 'sent', 'sent'])
    expect(shop.emails.filter(({ subject }) => subject.startsWith(`Offer for your trade-in ${done.waiting[0] ?? ''}`))).toHaveLength(1)
  })

  it('are answered together by the link or in the account, each as chosen, with one receipt', async () => {
    const { ids, together, customer } = await evaluated(100)
    await admin.caller.tradeIns.sendOffers({ offers: offersOf(ids) })
    const token = secretOf(shop.emails[0]?.text ?? '')
    const tracked = await shop.visitor.cases.track({ token })
    expect(tracked.request?.map(({ open }) => open)).toEqual([1, 2, 3].map(() => ({ quote: 1, total: 100 })))
    shop.emails.length = 0
    const [first, second, third] = together.map(({ number }) => number)
    const answers = [
      { number: first ?? '', quote: 1, answer: 'accept' as const },
      { number: second ?? '', quote: 1, answer: 'decline' as const },
    ]
    const foreign = (await evaluated(100)).together[0]?.number ?? ''
    shop.emails.length = 0
    await expect(
      shop.visitor.cases.answerTogether({ token, answers: [...answers, { number: foreign, quote: 1, answer: 'accept' }] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      shop.visitor.cases.answerTogether({ token, answers: [...answers, { number: third ?? '', quote: 2, answer: 'accept' }] }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(`${third ?? ''}: `) })
    expect(await states(ids)).toEqual(['sent', 'sent', 'sent'])
    expect(shop.emails).toEqual([])

    await shop.visitor.cases.answerTogether({ token, answers })
    expect(await states(ids)).toEqual(['accepted', 'declined', 'sent'])
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: 'Your answers to our offers' }])
    expect(shop.emails[0]?.text).toMatch(
      new RegExp(`${first ?? ''}, .*: accepted, €100.00 of store credit\\n${second ?? ''}, .*: declined`),
    )
    // The same again changes nothing, and writes nothing.
    await shop.visitor.cases.answerTogether({ token, answers })
    expect(shop.emails).toHaveLength(1)
    const stranger = await shop.signIn('customer')
    const rest = [{ number: third ?? '', quote: 1, answer: 'accept' as const }]
    await expect(stranger.caller.account.answerTogether({ answers: rest })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await customer.caller.account.answerTogether({ answers: rest })).toEqual({ answered: 1 })
    expect(await states(ids)).toEqual(['accepted', 'declined', 'accepted'])
  })

  it.each([
    { given: ['accept', 'accept'] as const, credit: true, goesBack: false },
    { given: ['decline', 'decline'] as const, credit: false, goesBack: true },
    { given: ['accept', 'decline'] as const, credit: true, goesBack: true },
  ])('bring a receipt of $given that says what follows from these answers alone', async ({ given, credit, goesBack }) => {
    const { ids, together } = await evaluated(100)
    await admin.caller.tradeIns.sendOffers({ offers: offersOf(ids) })
    const token = secretOf(shop.emails[0]?.text ?? '')
    shop.emails.length = 0
    const answers = given.map((answer, index) => ({ number: together[index]?.number ?? '', quote: 1, answer }))
    await shop.visitor.cases.answerTogether({ token, answers })
    const text = shop.emails[0]?.text ?? ''
    expect(/store credit follows/i.test(text)).toBe(credit)
    expect(text.includes(`for ${TAKE_BACK_MINUTES} minutes`)).toBe(credit)
    expect(text.includes('you have declined goes back to you')).toBe(goesBack)
    expect(text.includes(RETURN_PAID_BY_US)).toBe(goesBack)
  })
})
