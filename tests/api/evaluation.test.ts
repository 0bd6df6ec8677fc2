import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import { startBackground } from '~/server/office/housekeeping/background-jobs'
import { writeAnswer } from '~/server/cases/quotes/answer-quote'
import { tradeInOffers } from '~/server/cases/quotes/trade-in-offers'
import { expireQuotes } from '~/server/cases/quotes/unanswered-quotes'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

const key = (name: string) => name.padEnd(20, '-')
const NOBODY = '00000000-0000-0000-0000-000000000000'
const later = new Date(TEST_NOW.getTime() + 14 * 24 * 60 * 60 * 1000)
const board = { reasonId: null, label: 'Dead hashboard', explanation: 'Board 2 is dead.', kind: 'percent', amount: 30 } as const
const supply = { reasonId: null, label: 'Missing power supply', explanation: 'It came without.', kind: 'fixed', amount: 120 } as const
const fans = { item: 'fans', result: 'fault', note: 'One of four is still.' } as const
const good = { grade: 'good' as const, checks: [fans], deductions: [board, supply] }

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let other: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
let machineId: string
let dearMachineId: string
const tradeIns = () => admin.caller.tradeIns

beforeAll(async () => {
  shop = await openTestShop({ offerLimit: 5000 })
  // Emails about new cases are proven in status-emails.test.ts.
  await shop.db.prisma.caseEmailRule.updateMany({ data: { isEnabled: false } })
  const values = { baseValueExcellent: 1200, baseValueGood: 1000, baseValueFair: 600, baseValuePoor: 100 }
  const machines = [shop.factories.machine(values), shop.factories.machine({ ...values, baseValueExcellent: 5000.01, baseValueGood: 5000 })]
  await shop.db.prisma.tradeInMachine.createMany({ data: machines })
  ;[machineId = '', dearMachineId = ''] = machines.map(({ id }) => id)
})
// Offers of one administrator, and to one customer, count over 30 days.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
  other = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

/** A trade-in that was quoted from the catalogue at grade excellent. */
async function open(machine = machineId): Promise<string> {
  const { id } = await tradeIns().create({
    customer: { userId: customer.userId },
    machineId: machine,
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    grade: 'excellent',
  })
  shop.emails.length = 0
  return id
}

/** A trade-in by plain SQL with no more than the requirements' columns. */
async function insertTradeIn(userId: string | null = customer.userId): Promise<string> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO trade_ins (user_id, status, device_info) VALUES (${userId}::uuid, 'submitted', '{"manufacturer": "Bitmain", "model": "S19"}')
    RETURNING id::text`
  return row?.id ?? ''
}

const finalValueOf = async (id: string) => (await tradeIns().byId({ id })).finalValue
const statesOf = async (id: string) => (await tradeIns().evaluation({ id })).offers.map(({ number, state }) => `${number} ${state}`)
const actionsOf = async (id: string) =>
  (await admin.caller.audit.history({ subjectType: 'trade_in', subjectId: id })).rows.map(({ action }) => action).toReversed()

async function send(id: string, values: Partial<Parameters<ReturnType<typeof tradeIns>['saveEvaluation']>[0]> = {}) {
  await tradeIns().saveEvaluation({ grade: 'good', ...values, id })
  return tradeIns().sendOffer({ id })
}
/** As if the 14 days of what has been sent were over. */
const runOut = (id: string) => shop.db.prisma.caseQuote.updateMany({ where: { caseId: id, state: 'sent' }, data: { expiresAt: TEST_NOW } })

describe('an evaluation', () => {
  it('is saved as a draft, by version, with the value of the grade as it was quoted', async () => {
    const id = await open()
    // Changes of the catalogue leave the quote alone.
    await shop.db.prisma.tradeInMachine.update({ where: { id: machineId }, data: { baseValueGood: 1 } })
    expect(await tradeIns().evaluation({ id })).toMatchObject({
      values: { grade: null, checks: [], deductions: [], override: null },
      quotedValue: 1200,
      finalValue: null,
      version: 0,
      offers: [],
      limit: 5000,
      recipient: customer.email,
      machine: { baseValueGood: 1000 },
    })
    const saved = await tradeIns().saveEvaluation({ id, version: 0, ...good })
    await shop.db.prisma.tradeInMachine.update({ where: { id: machineId }, data: { baseValueGood: 1000 } })
    expect(saved).toMatchObject({
      values: { grade: 'good', checks: [{ ...fans, internalNote: '' }], deductions: [board, supply], override: null },
      version: 1,
      offers: [{ number: 1, state: 'draft', baseValue: 1000, finalValue: 580, requested: null, createdBy: admin.email }],
    })
    expect(await tradeIns().byId({ id })).toMatchObject({ foundGrade: 'good', finalValue: null })

    const again = await other.caller.tradeIns.saveEvaluation({ id, version: 1, grade: 'fair', deductions: [supply] })
    expect(again).toMatchObject({ version: 2, values: { checks: [], deductions: [supply] }, offers: [{ number: 1, finalValue: 480 }] })
    for (const version of [0, 1]) {
      await expect(tradeIns().saveEvaluation({ id, version, grade: 'poor' })).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    expect((await tradeIns().evaluation({ id })).values.grade).toBe('fair')
    expect(await actionsOf(id)).toEqual(['trade_in.created', 'trade_in.evaluation_saved', 'trade_in.evaluation_saved'])
    const { rows } = await admin.caller.cases.timeline({ noun: 'tradeIns', id })
    expect(rows[0]).toMatchObject({ kind: 'change', detail: { before: { offeredValue: 580 }, after: { offeredValue: 480 } } })
  })

  it('is never worth less than nothing, and another value with a reason', async () => {
    const id = await open()
    const poor = await tradeIns().saveEvaluation({ id, grade: 'poor', deductions: [supply] })
    expect(poor.offers[0]).toMatchObject({ baseValue: 100, finalValue: 0, overrideReason: null })
    const rare = await tradeIns().saveEvaluation({ id, grade: 'poor', deductions: [supply], override: { value: '90.50', reason: 'Rare' } })
    expect(rare.offers[0]).toMatchObject({ finalValue: 90.5, overrideReason: 'Rare' })
    expect((await tradeIns().evaluation({ id })).values.override).toEqual({ value: 90.5, reason: 'Rare', internalNote: '' })
    await expect(tradeIns().saveEvaluation({ id, grade: 'poor', override: { value: 5, reason: ' ' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('keeps what the desk notes for itself from its customer, and where a call leaves it out', async () => {
    const id = await open()
    const secret = 'Bought by his brother last week'
    const checks = [{ item: 'fans', result: 'fault', note: 'One fan stands still', internalNote: secret }] as const
    const override = { value: 90, reason: 'Sought after', internalNote: secret }
    await tradeIns().saveEvaluation({ id, grade: 'good', checks: [...checks], override })
    const [{ internalNote: _left, ...check }] = checks
    const kept = await tradeIns().saveEvaluation({ id, grade: 'good', checks: [check], override: { value: 95, reason: 'Sought after' } })
    expect(kept.values).toMatchObject({
      checks: [{ note: 'One fan stands still', internalNote: secret }],
      override: { value: 95, internalNote: secret },
    })
    expect((await tradeIns().previewOffer({ id })).body).not.toContain(secret)
    const { offers } = await tradeIns().sendOffer({ id })
    expect(offers[0]).toMatchObject({ internalNote: secret })
    expect(JSON.stringify(offers[0]?.checks)).not.toContain(secret)
    const { tradeInNumber } = await tradeIns().byId({ id })
    const seen = await customer.caller.account.case({ noun: 'tradeIns', number: tradeInNumber })
    expect(JSON.stringify(seen)).toContain('One fan stands still')
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(JSON.stringify(await shop.db.prisma.caseEmail.findMany({ where: { caseId: id } }))).not.toContain(secret)
    const cleared = await tradeIns().saveEvaluation({ id, grade: 'good', checks: [{ ...check, internalNote: '' }] })
    expect(cleared.values.checks[0]).toMatchObject({ internalNote: '' })
  })

  it('is begun once where two begin it at once', async () => {
    const id = await open()
    const begun = await Promise.allSettled(
      [admin, other].map(({ caller }) => caller.tradeIns.saveEvaluation({ id, version: 0, grade: 'good' })),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(await statesOf(id)).toEqual(['1 draft'])
  })

  it('keeps the words of a reason that is gone', async () => {
    const id = await open()
    const reason = await tradeIns().saveDeductionReason({ label: 'Bent case', kind: 'fixed', amount: 15 })
    const bent = { reasonId: reason.id, label: 'Bent case', explanation: 'The lid is bent.', kind: 'fixed', amount: 15 } as const
    expect((await tradeIns().saveEvaluation({ id, grade: 'good', deductions: [bent] })).values.deductions).toEqual([bent])
    await tradeIns().removeDeductionReason({ id: reason.id })
    const unlinked = [{ ...bent, reasonId: null }]
    expect((await tradeIns().evaluation({ id })).values.deductions).toEqual(unlinked)
    expect((await tradeIns().saveEvaluation({ id, grade: 'good', deductions: [bent] })).values.deductions).toEqual(unlinked)
  })

  it('is refused for bad input, unknown ids, and everybody who is no administrator', async () => {
    const id = await open()
    const bad = [{ grade: 'new' }, { deductions: [{ ...board, amount: 101 }] }, { checks: [{ ...fans, item: 'wheels' }] }]
    for (const input of bad) {
      await expect(tradeIns().saveEvaluation({ id, grade: 'good', ...input } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(tradeIns().saveEvaluation({ id, grade: 'good', machineId: dearMachineId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const unknown = { id: NOBODY }
    await expect(tradeIns().evaluation(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().saveEvaluation({ ...unknown, grade: 'good' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().previewOffer(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().sendOffer(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().approveOffer(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().recordAnswer({ ...unknown, number: 1, answer: 'accepted' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().recordAnswer({ id, number: 1, answer: 'accepted' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(customer.caller.tradeIns.saveEvaluation({ id, grade: 'good' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await shop.db.prisma.caseQuote.count({ where: { caseId: id } })).toBe(0)
  })
})

describe('sending an offer', () => {
  it('freezes the evaluation, sets no final value yet, and writes to the customer', async () => {
    const id = await open()
    await tradeIns().saveEvaluation({ id, ...good })
    const { tradeInNumber } = await tradeIns().byId({ id })
    const preview = await tradeIns().previewOffer({ id })
    expect(preview).toMatchObject({ recipient: customer.email, subject: `Offer for your trade-in ${tradeInNumber}` })
    for (const words of [
      'Bitmain Antminer S19',
      'It was quoted at €1,200.00',
      'Value in condition Good (Minor Wear): €1,000.00',
      'Dead hashboard (30% of the value): −€300.00\nBoard 2 is dead.',
      'Missing power supply: −€120.00',
      'Our offer: €580.00 of store credit',
      '4 December 2026',
    ])
      expect(preview.body).toContain(words)

    const { offers, finalValue } = await tradeIns().sendOffer({ id, version: 1 })
    expect(offers).toEqual([
      expect.objectContaining({
        state: 'sent',
        grade: 'good',
        baseValue: 1000,
        finalValue: 580,
        deductions: [board, supply],
        checks: [fans],
        sentAt: TEST_NOW,
        expiresAt: later,
      }),
    ])
    expect(finalValue).toBeNull()
    expect(await finalValueOf(id)).toBeNull()
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: preview.subject }])
    const [attached] = shop.emails[0]?.attachments ?? []
    expect(attached).toMatchObject({ name: expect.stringMatching(/^offer-[\w-]+-1\.pdf$/), contentType: 'application/pdf' })
    const { text: printed } = await extractText(new Uint8Array(attached?.bytes ?? []), { mergePages: true })
    for (const words of ['€580.00', '−€300.00', '4 December 2026']) expect(printed).toContain(words)
    expect(await shop.db.prisma.caseEmail.findMany({ where: { caseId: id } })).toMatchObject([
      { kind: 'offer', recipient: customer.email, body: preview.body, authorId: admin.userId, sentAt: TEST_NOW },
    ])
    expect((await actionsOf(id)).at(-1)).toBe('trade_in.offer_sent')
    const { rows } = await admin.caller.cases.timeline({ noun: 'tradeIns', id })
    expect(rows.map(({ kind }) => kind)).toContain('offer')

    // A sent offer stays: the next save begins another, and the next one sent takes its place.
    await tradeIns().saveEvaluation({ id, grade: 'fair' })
    expect((await tradeIns().evaluation({ id })).offers[1]).toMatchObject({ grade: 'good', deductions: [board, supply], finalValue: 580 })
    await tradeIns().sendOffer({ id })
    expect(await statesOf(id)).toEqual(['2 sent', '1 expired'])
    expect(await finalValueOf(id)).toBeNull()
  })

  it('sends the text that was edited, with nothing of it read as HTML, or none', async () => {
    const id = await open()
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    await tradeIns().sendOffer({ id, email: { subject: 'Your\r\nBcc: x@example.com', body: '<b>bold</b>' } })
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: 'Your Bcc: x@example.com' }])
    expect(shop.emails[0]?.html).toContain('&lt;b&gt;bold&lt;/b&gt;')
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    await tradeIns().sendOffer({ id, email: null })
    expect(shop.emails).toHaveLength(1)
  })

  it('is done by one of two at once, and once however often the same call comes', async () => {
    const id = await open()
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    const sent = await Promise.allSettled([admin, other].map(({ caller }) => caller.tradeIns.sendOffer({ id })))
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(shop.emails).toHaveLength(1)
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    const call = { id, idempotencyKey: key('offer-once') }
    const [first, second] = await Promise.all([tradeIns().sendOffer(call), tradeIns().sendOffer(call)])
    expect(second).toEqual(first)
    expect(shop.emails).toHaveLength(2)
    expect(await statesOf(id)).toEqual(['2 sent', '1 expired'])
  })

  it('leaves nothing where the email cannot be queued', async () => {
    const id = await open()
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    const { outbox } = shop.services
    const lost = shop.callerOf(admin.sessionId, {
      services: {
        ...shop.services,
        outbox: Object.assign(Object.create(outbox) as typeof outbox, { email: () => Promise.reject(new Error('gone')) }),
      },
    })
    await expect(lost.tradeIns.sendOffer({ id })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect(await statesOf(id)).toEqual(['1 draft'])
    expect(await finalValueOf(id)).toBeNull()
    expect(await shop.db.prisma.caseEmail.count({ where: { caseId: id } })).toBe(0)
  })
})

describe('an offer above the limit', () => {
  const toCustomer = () => shop.emails.filter(({ to }) => to === customer.email)

  it('is sent at once up to the limit itself, and beyond it when a second administrator approves it', async () => {
    const atLimit = await open(dearMachineId)
    expect((await send(atLimit)).offers[0]).toMatchObject({ state: 'sent', finalValue: 5000 })

    const id = await open(dearMachineId)
    await tradeIns().saveEvaluation({ id, grade: 'excellent' })
    await expect(other.caller.tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const waiting = await tradeIns().sendOffer({ id, email: { subject: 'As agreed', body: 'Here it is.' } })
    expect(waiting.offers[0]).toMatchObject({
      state: 'draft',
      finalValue: 5000.01,
      requested: { at: TEST_NOW, by: admin.email, isMine: true },
      sentAt: null,
    })
    expect((await other.caller.tradeIns.evaluation({ id })).offers[0]?.requested?.isMine).toBe(false)
    expect(toCustomer()).toEqual([])
    expect(await finalValueOf(id)).toBeNull()
    expect((await other.caller.tradeIns.previewOffer({ id })).subject).toBe('As agreed')

    // Not the first, not by another session, not both at once, and not by sending it once more.
    const elsewhere = shop.callerOf(await startSession(shop.services, admin.userId))
    const refused = await Promise.allSettled([
      tradeIns().approveOffer({ id }),
      elsewhere.tradeIns.approveOffer({ id }),
      tradeIns().approveOffer({ id, idempotencyKey: key('approve-mine') }),
    ])
    for (const each of refused) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } })
    for (const { caller } of [admin, other]) await expect(caller.tradeIns.sendOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(customer.caller.tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.caller.tradeIns.approveOffer({ id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(toCustomer()).toEqual([])
    // Nor does the database keep it.
    await expect(shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { approvedBy: admin.userId } })).rejects.toThrow()

    const third = await shop.signIn('admin')
    const approved = await Promise.allSettled([other, third].map(({ caller }) => caller.tradeIns.approveOffer({ id })))
    expect(approved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(approved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect((await tradeIns().evaluation({ id })).offers[0]).toMatchObject({ state: 'sent', approvedAt: TEST_NOW, expiresAt: later })
    expect(toCustomer()).toMatchObject([{ subject: 'As agreed' }])
    expect(await finalValueOf(id)).toBeNull()
    expect((await actionsOf(id)).slice(-2)).toEqual(['trade_in.offer_requested', 'trade_in.offer_sent'])
  })

  it('has to be asked for again once the evaluation has changed', async () => {
    const id = await open(dearMachineId)
    await send(id, { grade: 'excellent' })
    await other.caller.tradeIns.saveEvaluation({ id, grade: 'excellent', override: { value: 9000, reason: 'Rare' } })
    expect((await tradeIns().evaluation({ id })).offers[0]).toMatchObject({ requested: null, finalValue: 9000 })
    await expect(other.caller.tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await other.caller.tradeIns.sendOffer({ id })
    await expect(other.caller.tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await tradeIns().approveOffer({ id })).offers[0]).toMatchObject({ state: 'sent', finalValue: 9000, approvedBy: admin.email })
  })

  it('is approved by nobody where nobody knows who has asked', async () => {
    const id = await open(dearMachineId)
    const leaving = await shop.signIn('admin')
    await leaving.caller.tradeIns.saveEvaluation({ id, grade: 'excellent' })
    await leaving.caller.tradeIns.sendOffer({ id })
    await shop.db.prisma.user.delete({ where: { id: leaving.userId } })
    await expect(other.caller.tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('an answer by telephone', () => {
  it.each(['accepted', 'declined', 'disputed'] as const)('%s is written down once, with a note', async (answer) => {
    const id = await open()
    await send(id)
    const { offers } = await tradeIns().recordAnswer({ id, number: 1, answer, note: 'Called at noon.' })
    expect(offers[0]).toMatchObject({
      state: answer,
      answeredAt: TEST_NOW,
      answerVia: 'telephone',
      answerNote: 'Called at noon.',
      answeredBy: admin.email,
    })
    expect((await actionsOf(id)).at(-1)).toBe(`trade_in.offer_${answer}`)
    await expect(tradeIns().recordAnswer({ id, number: 1, answer: 'accepted' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is written down as the customer’s own where it comes online', async () => {
    const id = await open()
    await send(id)
    const answer = { caseId: id, number: 1, answer: 'disputed', note: 'It worked.', via: 'online', at: TEST_NOW } as const
    const call = { ...shop.services, actor: { userId: customer.userId, email: customer.email } }
    await shop.db.prisma.$transaction((tx) => writeAnswer(tx, call, tradeInOffers, answer))
    expect((await tradeIns().evaluation({ id })).offers[0]).toMatchObject({
      state: 'disputed',
      answerVia: 'online',
      answeredBy: customer.email,
      answerNote: 'It worked.',
    })
    await expect(shop.db.prisma.$transaction((tx) => writeAnswer(tx, call, tradeInOffers, answer))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('is written once where two hear different ones', async () => {
    const id = await open()
    await send(id)
    const answers = await Promise.allSettled([
      tradeIns().recordAnswer({ id, number: 1, answer: 'accepted' }),
      other.caller.tradeIns.recordAnswer({ id, number: 1, answer: 'disputed' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leaves the accepted value where a later offer comes to nothing', async () => {
    const id = await open()
    await send(id)
    await tradeIns().recordAnswer({ id, number: 1, answer: 'accepted' })
    await send(id, { grade: 'fair' })
    expect(await finalValueOf(id)).toBe(1000)
    await tradeIns().recordAnswer({ id, number: 2, answer: 'declined' })
    expect(await finalValueOf(id)).toBe(1000)
  })

  it('is refused for a draft and once 14 days have passed, though nothing has written that down', async () => {
    const id = await open()
    await tradeIns().saveEvaluation({ id, grade: 'good' })
    const accept = () => tradeIns().recordAnswer({ id, number: 1, answer: 'accepted' })
    await expect(accept()).rejects.toMatchObject({ code: 'CONFLICT', message: 'This offer has not been sent yet.' })
    await tradeIns().sendOffer({ id })
    await runOut(id)
    expect(await statesOf(id)).toEqual(['1 expired'])
    await expect(accept()).rejects.toMatchObject({ code: 'CONFLICT' })
    const stored = () => shop.db.prisma.caseQuote.findFirst({ where: { caseId: id } })
    expect((await stored())?.state).toBe('sent')
    expect(await expireQuotes(shop.services)).toBe(1)
    expect((await stored())?.state).toBe('expired')
    expect((await actionsOf(id)).at(-1)).toBe('trade_in.offer_expired')
    expect(await expireQuotes(shop.services)).toBe(0)
  })
})

describe('what plain SQL has left', () => {
  it('a trade-in without a machine takes one with its grade, or a value with a reason', async () => {
    const id = await insertTradeIn()
    await tradeIns().saveEvaluation({ id, grade: 'good', deductions: [supply] })
    await expect(tradeIns().sendOffer({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const chosen = await tradeIns().saveEvaluation({ id, grade: 'good', deductions: [supply], machineId })
    expect(chosen).toMatchObject({ machine: { baseValueGood: 1000 }, quotedValue: null, offers: [{ finalValue: 880 }] })
    expect(await tradeIns().byId({ id })).toMatchObject({ machineId, estimatedValue: null })
    expect((await tradeIns().sendOffer({ id })).offers[0]).toMatchObject({ state: 'sent', finalValue: 880 })
    await expect(tradeIns().saveEvaluation({ id, grade: null, machineId: NOBODY })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    const unnamed = await insertTradeIn()
    await expect(tradeIns().saveEvaluation({ id: unnamed, grade: null, machineId: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const priced = await send(unnamed, { grade: null, override: { value: 75, reason: 'Sold as spare parts' } })
    expect(priced.offers[0]).toMatchObject({ state: 'sent', grade: null, baseValue: 0, finalValue: 75 })
    expect(shop.emails.at(-1)?.text).toContain('Sold as spare parts')
  })

  it('a trade-in without a customer is told so, and offered without an email', async () => {
    const id = await insertTradeIn(null)
    await tradeIns().saveEvaluation({ id, grade: null, override: { value: 75, reason: 'Spare parts' } })
    expect((await tradeIns().previewOffer({ id })).recipient).toBeNull()
    await expect(tradeIns().sendOffer({ id })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('no customer with an email address') as string,
    })
    expect((await tradeIns().sendOffer({ id, email: null })).offers[0]?.state).toBe('sent')
  })

  it('a grade that was found is enough for a first offer, and nothing at all is not', async () => {
    const id = await open()
    await expect(tradeIns().sendOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(tradeIns().previewOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await tradeIns().update({ id, foundGrade: 'fair' })
    expect((await tradeIns().sendOffer({ id })).offers).toMatchObject([{ state: 'sent', finalValue: 600 }])
    await expect(tradeIns().sendOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('odd values of a trade-in are read as what they can be', async () => {
    const id = await insertTradeIn()
    await shop.db.prisma.$executeRaw`
      UPDATE trade_ins SET found_grade = 'mint', machine_snapshot = '{"manufacturer": 5}', estimated_value = 'NaN' WHERE id = ${id}::uuid`
    expect(await tradeIns().evaluation({ id })).toMatchObject({ machine: null, quotedValue: null, values: { grade: null } })
    expect((await send(id, { override: { value: 5, reason: 'Scrap' } })).offers[0]).toMatchObject({ state: 'sent', finalValue: 5 })

    const dear = await insertTradeIn()
    await shop.db.prisma.$executeRaw`
      UPDATE trade_ins SET machine_snapshot = jsonb_build_object('manufacturer', 'a', 'model', 'b', 'category', '', 'hashrate', '', 'powerConsumption', '',
        'baseValueExcellent', 1e300, 'baseValueGood', -5, 'baseValueFair', 'much', 'baseValuePoor', 1) WHERE id = ${dear}::uuid`
    await expect(tradeIns().saveEvaluation({ id: dear, grade: 'excellent' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await tradeIns().saveEvaluation({ id: dear, grade: 'good' })).offers[0]).toMatchObject({ baseValue: 0, finalValue: 0 })
    await shop.db.prisma.$executeRaw`DELETE FROM trade_ins WHERE id = ${dear}::uuid`
    await expect(tradeIns().evaluation({ id: dear })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('reasons for deductions', () => {
  const bent = { label: 'Bent lid', explanation: 'The lid is bent.', kind: 'fixed', amount: '15' } as const

  it('begin with those of the shop, and are added, changed and removed by version', async () => {
    expect((await tradeIns().deductionReasons()).slice(0, 2).map(({ label, kind, amount }) => [label, kind, amount])).toEqual([
      ['Missing power supply', 'fixed', 120],
      ['Dead hashboard', 'percent', 30],
    ])
    const call = { ...bent, idempotencyKey: key('a-lid') }
    const added = await tradeIns().saveDeductionReason(call)
    expect(await tradeIns().saveDeductionReason(call)).toEqual(added)
    expect((await tradeIns().deductionReasons()).at(-1)).toEqual({ ...bent, amount: 15, id: added.id, version: 1, isActive: true })
    const changed = await tradeIns().saveDeductionReason({ ...bent, id: added.id, version: 1, amount: 17.5, isActive: false })
    expect(changed).toMatchObject({ amount: 17.5, isActive: false, version: 2 })
    await expect(tradeIns().saveDeductionReason({ ...bent, id: added.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(tradeIns().removeDeductionReason({ id: added.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await tradeIns().removeDeductionReason({ id: added.id, version: 2 })).toEqual({ id: added.id })
    await expect(tradeIns().removeDeductionReason({ id: added.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().saveDeductionReason({ ...bent, id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tradeIns().saveDeductionReason({ ...bent, kind: 'percent', amount: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const audit = await shop.db.prisma.auditEntry.findMany({
      where: { subjectType: 'deduction_reason', subjectId: added.id },
      orderBy: { id: 'asc' },
    })
    expect(audit.map(({ action }) => action)).toEqual(['deduction_reason.created', 'deduction_reason.updated', 'deduction_reason.removed'])
  })

  it('are a hundred at most, also where many are added at once', async () => {
    const there = (await tradeIns().deductionReasons()).length
    await shop.db.prisma.deductionReason.createMany({
      data: Array.from({ length: 98 - there }, (_, index) => ({ label: `Filler ${index}`, position: index })),
    })
    const added = await Promise.allSettled(Array.from({ length: 4 }, () => tradeIns().saveDeductionReason(bent)))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await shop.db.prisma.deductionReason.deleteMany({ where: { label: { startsWith: 'Filler' } } })
  })
})

it('expiry comes round with the housekeeping', async () => {
  const id = await open()
  await send(id)
  await runOut(id)
  await startBackground(shop.services)
  await shop.services.jobs.postAlone('housekeeping', {}, { key: 'now' })
  await expect.poll(async () => (await shop.db.prisma.caseQuote.findFirst({ where: { caseId: id } }))?.state).toBe('expired')
})
