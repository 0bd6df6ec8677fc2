import superjson from 'superjson'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseHistoryLines } from '~/features/cases/office/history'
import { startBackground } from '~/server/office/housekeeping/background-jobs'
import { writeAnswer } from '~/server/cases/quotes/answer-quote'
import { repairEstimates } from '~/server/cases/quotes/repair-estimates'
import { expireQuotes } from '~/server/cases/quotes/unanswered-quotes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const board = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 } as const
const chips = { kind: 'part', label: 'ASIC chip', quantity: 2, price: '20.05' } as const
const key = (name: string) => name.padEnd(20, '-')
const NOBODY = '00000000-0000-0000-0000-000000000000'
const later = new Date(TEST_NOW.getTime() + 14 * 24 * 60 * 60 * 1000)

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let other: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
const repairs = () => admin.caller.repairs

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
  other = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

/** A repair by plain SQL with no more than the requirements' columns. */
async function insertRepair(userId: string | null = customer.userId): Promise<string> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO repairs (user_id, status, device_info) VALUES (${userId}::uuid, 'diagnosing', '{"manufacturer": "Bitmain", "model": "Antminer S19"}')
    RETURNING id::text`
  return row?.id ?? ''
}

const costsOf = async (id: string) => {
  const { estimatedCost, actualCost } = await admin.caller.repairs.byId({ id })
  return { estimatedCost, actualCost }
}
const statesOf = async (id: string) => (await repairs().estimates({ id })).estimates.map(({ number, state }) => `${number} ${state}`)
const actionsOf = async (id: string) =>
  (await admin.caller.audit.history({ subjectType: 'repair', subjectId: id })).rows.map(({ action }) => action).toReversed()

/** Sends an estimate of one line. */
async function send(id: string, price: number) {
  await repairs().saveEstimate({ id, lines: [{ ...board, price }] })
  return repairs().sendEstimate({ id })
}
/** As if the 14 days of what has been sent were over. */
const runOut = (id: string) => shop.db.prisma.caseQuote.updateMany({ where: { caseId: id, state: 'sent' }, data: { expiresAt: TEST_NOW } })
const accept = (id: string, number: number) => repairs().recordAnswer({ id, number, answer: 'accepted' })

describe('a draft', () => {
  it('is begun, changed by version, and read again', async () => {
    const id = await insertRepair()
    expect(await repairs().estimates({ id })).toEqual({
      version: 1,
      service: null,
      expedited: null,
      estimates: [],
      accepted: null,
      actual: { lines: [], cost: null },
      recipient: customer.email,
    })
    const saved = await repairs().saveEstimate({ id, version: 0, lines: [board, chips] })
    expect(saved.estimates).toEqual([
      expect.objectContaining({
        number: 1,
        state: 'draft',
        total: 190.1,
        version: 1,
        createdBy: admin.email,
        lines: [board, { ...chips, price: 20.05 }],
      }),
    ])
    const again = await other.caller.repairs.saveEstimate({ id, version: 1, lines: [chips] })
    expect(again.estimates).toEqual([expect.objectContaining({ number: 1, total: 40.1, version: 2, lines: [{ ...chips, price: 20.05 }] })])
    for (const version of [0, 1]) {
      await expect(repairs().saveEstimate({ id, version, lines: [] })).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    expect((await repairs().estimates({ id })).estimates[0]?.lines).toHaveLength(1)
    expect(await costsOf(id)).toEqual({ estimatedCost: null, actualCost: null })
    expect(await shop.db.prisma.repairLine.count({ where: { repairId: id } })).toBe(1)
    expect(await actionsOf(id)).toEqual(['repair.estimate_saved', 'repair.estimate_saved'])
  })

  it('is begun once where two begin it at once', async () => {
    const id = await insertRepair()
    const begun = await Promise.allSettled(
      [admin, other].map(({ caller }) => caller.repairs.saveEstimate({ id, version: 0, lines: [board] })),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(await shop.db.prisma.caseQuote.count({ where: { caseId: id } })).toBe(1)
  })

  it('is refused for bad input and unknown repairs, and for everybody who is no administrator', async () => {
    const id = await insertRepair()
    const bad = [{ lines: [{ ...board, quantity: 0 }] }, { lines: Array.from({ length: 51 }, () => board) }, { lines: 'none' }]
    for (const input of bad) {
      await expect(repairs().saveEstimate({ id, ...input } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(repairs().saveEstimate({ id: NOBODY, lines: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().estimates({ id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().previewEstimate({ id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().sendEstimate({ id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().recordAnswer({ id: NOBODY, number: 1, answer: 'accepted' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().recordAnswer({ id, number: 1, answer: 'accepted' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().saveActualLines({ id: NOBODY, lines: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(customer.caller.repairs.saveEstimate({ id, lines: [board] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await shop.db.prisma.caseQuote.count({ where: { caseId: id } })).toBe(0)
  })
})

describe('sending', () => {
  it('freezes the draft, sets the estimated cost, and writes to the customer', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board, chips] })
    const preview = await repairs().previewEstimate({ id })
    const { repairNumber } = await repairs().byId({ id })
    expect(preview).toMatchObject({ recipient: customer.email, subject: `Estimate for your repair ${repairNumber}` })
    for (const words of [
      'Bitmain Antminer S19',
      'Hashboard repair: €150.00',
      'ASIC chip: 2 × €20.05 = €40.10',
      'Total: €190.10',
      '4 December 2026',
    ])
      expect(preview.body).toContain(words)

    shop.emails.length = 0
    const { estimates } = await repairs().sendEstimate({ id, version: 1 })
    expect(estimates).toEqual([expect.objectContaining({ state: 'sent', total: 190.1, sentAt: TEST_NOW, expiresAt: later })])
    expect(await costsOf(id)).toEqual({ estimatedCost: 190.1, actualCost: null })
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: preview.subject }])
    expect(shop.emails[0]?.text).toContain('Total: €190.10')
    expect(shop.emails[0]?.attachments).toMatchObject([{ name: `estimate-${repairNumber}-1.pdf`, contentType: 'application/pdf' }])
    const attached = await extractText(new Uint8Array(shop.emails[0]?.attachments?.[0]?.bytes ?? []), { mergePages: true })
    expect(attached.text).toMatch(/Valid until\s+4 December 2026/)
    expect(attached.text).toContain('€190.10')
    expect(await shop.db.prisma.caseEmail.findMany({ where: { caseId: id } })).toMatchObject([
      {
        kind: 'estimate',
        recipient: customer.email,
        subject: preview.subject,
        body: preview.body,
        authorId: admin.userId,
        sentAt: TEST_NOW,
      },
    ])
    expect(await actionsOf(id)).toEqual(['repair.estimate_saved', 'repair.estimate_sent'])
    // A sent estimate stays: the next save begins another.
    await repairs().saveEstimate({ id, lines: [chips] })
    expect(await statesOf(id)).toEqual(['2 draft', '1 sent'])
    expect((await repairs().estimates({ id })).estimates[1]?.lines).toHaveLength(2)
  })

  it('sends the text that was edited, with nothing of it read as HTML', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board] })
    shop.emails.length = 0
    await repairs().sendEstimate({ id, email: { subject: 'Your\r\nBcc: x@example.com', body: 'Line one\nline two\n\n<b>bold</b>' } })
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: 'Your Bcc: x@example.com' }])
    expect(shop.emails[0]?.html).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(shop.emails[0]?.text).toContain('Line one\nline two\n')
  })

  it('needs a line, and an address unless the customer is told in another way', async () => {
    const id = await insertRepair(null)
    await expect(repairs().sendEstimate({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(repairs().previewEstimate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await repairs().saveEstimate({ id, lines: [] })
    await expect(repairs().sendEstimate({ id, email: null })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await repairs().saveEstimate({ id, lines: [board] })
    expect((await repairs().previewEstimate({ id })).recipient).toBeNull()
    await expect(repairs().sendEstimate({ id })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('no customer with an email address') as string,
    })
    expect(await statesOf(id)).toEqual(['1 draft'])
    expect(await costsOf(id)).toEqual({ estimatedCost: null, actualCost: null })
    shop.emails.length = 0
    expect((await repairs().sendEstimate({ id, email: null })).estimates[0]?.state).toBe('sent')
    expect(shop.emails).toEqual([])
    expect(await shop.db.prisma.caseEmail.count({ where: { caseId: id } })).toBe(0)
  })

  it('is done by one of two at once, and writes once', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board] })
    shop.emails.length = 0
    const sent = await Promise.allSettled([admin, other].map(({ caller }) => caller.repairs.sendEstimate({ id, version: 1 })))
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(shop.emails).toHaveLength(1)
    expect(await statesOf(id)).toEqual(['1 sent'])
  })

  it('is done once however often the same call comes', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board] })
    shop.emails.length = 0
    const call = { id, version: 1, idempotencyKey: key('send-once') }
    const [first, second] = await Promise.all([repairs().sendEstimate(call), repairs().sendEstimate(call)])
    expect(second).toEqual(first)
    expect(await repairs().sendEstimate(call)).toEqual(first)
    expect(shop.emails).toHaveLength(1)
    await expect(repairs().sendEstimate({ ...call, version: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('leaves nothing where the email cannot be queued', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board] })
    const { outbox } = shop.services
    const lost = shop.callerOf(admin.sessionId, {
      services: {
        ...shop.services,
        outbox: Object.assign(Object.create(outbox) as typeof outbox, { email: () => Promise.reject(new Error('gone')) }),
      },
    })
    await expect(lost.repairs.sendEstimate({ id })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect(await statesOf(id)).toEqual(['1 draft'])
    expect(await costsOf(id)).toEqual({ estimatedCost: null, actualCost: null })
    expect(await shop.db.prisma.caseEmail.count({ where: { caseId: id } })).toBe(0)
  })

  it('takes the place of one that waits for an answer', async () => {
    const id = await insertRepair()
    await send(id, 150)
    await send(id, 120)
    expect(await statesOf(id)).toEqual(['2 sent', '1 expired'])
    expect(await costsOf(id)).toEqual({ estimatedCost: 120, actualCost: null })
    await expect(accept(id, 1)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This estimate has expired. Send another one first.' })
  })
})

describe('the answer', () => {
  it('begins the actual lines with the accepted ones, whose sum is the actual cost', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board, chips] })
    await repairs().sendEstimate({ id })
    const answered = await repairs().recordAnswer({ id, number: 1, answer: 'accepted', note: 'Called at noon' })
    expect(answered).toMatchObject({ accepted: 190.1, actual: { lines: [board, { ...chips, price: 20.05 }], cost: 190.1 } })
    expect(answered.estimates[0]).toMatchObject({
      state: 'accepted',
      answerVia: 'telephone',
      answerNote: 'Called at noon',
      answeredBy: admin.email,
      answeredAt: TEST_NOW,
    })
    expect(await costsOf(id)).toEqual({ estimatedCost: 190.1, actualCost: 190.1 })
    expect((await actionsOf(id)).at(-1)).toBe('repair.estimate_accepted')
    // Each is told once.
    const { rows } = await admin.caller.cases.timeline({ noun: 'repairs', id })
    expect(
      rows
        .flatMap((entry) => caseHistoryLines('repairs', entry))
        .map(({ what }) => what)
        .sort(),
    ).toEqual(['Draft of estimate 1 saved: €190.10', 'Email sent', 'Estimate 1 accepted by telephone: €190.10', 'Estimate 1 sent: €190.10'])
    await expect(repairs().recordAnswer({ id, number: 1, answer: 'declined' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This estimate has been accepted already.',
    })
  })

  it('is written once where two hear different ones', async () => {
    const id = await insertRepair()
    await send(id, 100)
    const answers = await Promise.allSettled(
      (['accepted', 'declined'] as const).map((answer, index) =>
        (index === 0 ? admin : other).caller.repairs.recordAnswer({ id, number: 1, answer }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { estimates, actual } = await repairs().estimates({ id })
    expect(actual.lines).toHaveLength(estimates[0]?.state === 'accepted' ? 1 : 0)
  })

  it('may come from the customer online, by the same rules', async () => {
    const id = await insertRepair()
    await send(id, 150)
    const answer = { caseId: id, number: 1, answer: 'accepted', note: null, via: 'online', at: TEST_NOW } as const
    const byCustomer = () =>
      shop.db.prisma.$transaction((tx) =>
        writeAnswer(tx, { ...shop.services, actor: { userId: null, email: null } }, repairEstimates, answer),
      )
    await byCustomer()
    expect(await repairs().estimates({ id })).toMatchObject({
      accepted: 150,
      actual: { cost: 150 },
      estimates: [{ state: 'accepted', answerVia: 'online', answeredBy: null }],
    })
    await expect(byCustomer()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('leaves costs and lines as they are where it is declined', async () => {
    const id = await insertRepair()
    await send(id, 150)
    const declined = await repairs().recordAnswer({ id, number: 1, answer: 'declined' })
    expect(declined).toMatchObject({ accepted: null, actual: { lines: [], cost: null } })
    expect(await costsOf(id)).toEqual({ estimatedCost: 150, actualCost: null })
  })

  it('is refused for a draft and once 14 days have passed, though nothing has written that down', async () => {
    const id = await insertRepair()
    await repairs().saveEstimate({ id, lines: [board] })
    await expect(accept(id, 1)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This estimate has not been sent yet.' })
    await repairs().sendEstimate({ id })
    await runOut(id)
    expect(await statesOf(id)).toEqual(['1 expired'])
    await expect(accept(id, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    const stored = () => shop.db.prisma.caseQuote.findFirst({ where: { caseId: id } })
    expect((await stored())?.state).toBe('sent')
    expect(await expireQuotes(shop.services)).toBe(1)
    expect((await stored())?.state).toBe('expired')
    expect((await actionsOf(id)).at(-1)).toBe('repair.estimate_expired')
    expect(await expireQuotes(shop.services)).toBe(0)
  })
})

describe('work beyond an accepted estimate', () => {
  it('is refused until another one is accepted, which adds to the first', async () => {
    const id = await insertRepair()
    await send(id, 150)
    await accept(id, 1)
    const beyond = { id, lines: [board, { ...chips, price: 20 }] }
    await expect(repairs().saveActualLines(beyond)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The customer has accepted €150.00. Work beyond that needs another estimate: €190.00 is €40.00 more.',
    })
    await expect(repairs().update({ id, actualCost: 150.01 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await repairs().estimates({ id })).actual).toMatchObject({ cost: 150, lines: [board] })

    await repairs().saveEstimate({ id, lines: [{ ...chips, price: 20 }] })
    expect((await repairs().previewEstimate({ id })).body).toContain('on top of the €150.00 that you have accepted')
    await repairs().sendEstimate({ id })
    expect(await costsOf(id)).toEqual({ estimatedCost: 190, actualCost: 150 })
    await expect(repairs().saveActualLines(beyond)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await accept(id, 2)
    expect(await repairs().estimates({ id })).toMatchObject({ accepted: 190, actual: { cost: 190, lines: beyond.lines } })

    const { version } = await repairs().estimates({ id })
    const saved = await repairs().saveActualLines({ id, version, lines: [{ ...board, price: 99.99 }] })
    expect(saved.actual).toEqual({ cost: 99.99, lines: [{ ...board, price: 99.99 }] })
    await expect(repairs().saveActualLines({ id, version, lines: [] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await repairs().saveActualLines({ id, lines: [] })).actual).toEqual({ cost: null, lines: [] })
    // An accepted estimate stays as it was accepted.
    expect((await repairs().estimates({ id })).estimates.map(({ lines, total }) => [lines.length, total])).toEqual([
      [1, 40],
      [1, 150],
    ])
  })

  it('goes back to what was accepted where the further estimate is declined or runs out', async () => {
    const id = await insertRepair()
    await send(id, 150)
    await accept(id, 1)
    await send(id, 60)
    expect((await costsOf(id)).estimatedCost).toBe(210)
    await repairs().recordAnswer({ id, number: 2, answer: 'declined' })
    expect(await costsOf(id)).toEqual({ estimatedCost: 150, actualCost: 150 })
    await send(id, 70)
    await runOut(id)
    await expireQuotes(shop.services)
    expect((await costsOf(id)).estimatedCost).toBe(150)
  })

  it('keeps lines that were there before the first was accepted, and sets no limit without one', async () => {
    const id = await insertRepair()
    await repairs().saveActualLines({ id, lines: [{ ...board, price: 500 }] })
    await send(id, 600)
    await accept(id, 1)
    expect((await repairs().estimates({ id })).actual).toMatchObject({ cost: 500 })
  })
})

describe('what plain SQL has left', () => {
  it.each(['infinity', '-infinity', '294276-12-31 23:59:59.999+00', '4713-01-01 00:00:00+00 BC'])('times of %s are read', async (time) => {
    const id = await insertRepair()
    await shop.db.prisma.$executeRaw`
      INSERT INTO case_quotes (case_id, number, state, sent_at, expires_at, answered_at, created_at, updated_at)
      SELECT ${id}::uuid, 1, 'sent', moment, moment, moment, moment, moment FROM (SELECT ${time}::timestamptz AS moment) AS given`
    const { estimates } = await repairs().estimates({ id })
    expect(superjson.parse(superjson.stringify(estimates))).toMatchObject([{ number: 1 }])
    await expireQuotes(shop.services)
    await send(id, 10)
  })

  it('an accepted sum beyond what a cost can be is refused, not failed at', async () => {
    const id = await insertRepair()
    await shop.db.prisma
      .$executeRaw`INSERT INTO case_quotes (case_id, number, state, total) VALUES (${id}::uuid, 1, 'accepted', 9999999999.99)`
    await repairs().saveEstimate({ id, lines: [board] })
    await expect(repairs().sendEstimate({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Too large an amount in all' })
  })

  it('an estimate goes with its repair', async () => {
    const id = await insertRepair()
    await send(id, 10)
    await shop.db.prisma.$executeRaw`DELETE FROM repairs WHERE id = ${id}::uuid`
    await expect(repairs().estimates({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await expireQuotes(shop.services)).toBe(0)
  })
})

describe('presets', () => {
  const fan = { kind: 'part', label: 'Fan 120 mm', quantity: 1, price: '25', service: null } as const

  it('begin with the three services of the site, and are added, changed and removed by version', async () => {
    expect((await repairs().presets()).map(({ service, price }) => [service, price])).toEqual([
      ['hashboard', 150],
      ['control_board', 100],
      ['power_supply', 80],
    ])
    const call = { ...fan, idempotencyKey: key('a-fan') }
    const added = await repairs().savePreset(call)
    expect(await repairs().savePreset(call)).toEqual(added)
    expect((await repairs().presets()).at(-1)).toEqual({ ...fan, price: 25, id: added.id, version: 1, isActive: true })
    const changed = await repairs().savePreset({ ...fan, id: added.id, version: 1, price: 27.5, isActive: false })
    expect(changed).toMatchObject({ price: 27.5, isActive: false, version: 2 })
    await expect(repairs().savePreset({ ...fan, id: added.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(repairs().removePreset({ id: added.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await repairs().removePreset({ id: added.id, version: 2 })).toEqual({ id: added.id })
    await expect(repairs().removePreset({ id: added.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().savePreset({ ...fan, id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(repairs().savePreset({ ...fan, label: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const audit = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'repair_preset' }, orderBy: { id: 'asc' } })
    expect(audit.map(({ action }) => action)).toEqual(['repair_preset.created', 'repair_preset.updated', 'repair_preset.removed'])
  })

  it('are a hundred at most, also where many are added at once', async () => {
    await shop.db.prisma.repairPreset.createMany({
      data: Array.from({ length: 95 }, (_, index) => ({ label: `Part ${index}`, position: index })),
    })
    const added = await Promise.allSettled(Array.from({ length: 4 }, () => repairs().savePreset(fan)))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await repairs().presets()).toHaveLength(100)
    await shop.db.prisma.repairPreset.deleteMany({ where: { label: { startsWith: 'Part' } } })
  })
})

it('expiry comes round with the housekeeping', async () => {
  const id = await insertRepair()
  await send(id, 45)
  await runOut(id)
  await startBackground(shop.services)
  await shop.services.jobs.postAlone('housekeeping', {}, { key: 'now' })
  await expect.poll(async () => (await shop.db.prisma.caseQuote.findFirst({ where: { caseId: id } }))?.state).toBe('expired')
})
