import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** A customer has accepted an estimate or an offer, and takes that back within ten minutes. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
const MINUTE_MS = 60_000
const board = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 } as const
const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof TRPCError ? `${error.code}: ${error.message}` : String(error)),
  )

describeOnEngines('taking an answer back on %s', (engine) => {
  let shop: TestShop
  let admin: SignedIn
  let customer: SignedIn
  let now = TEST_NOW

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: () => now, offerLimit: 1_000_000, creditLimit: 1_000_000 })
    admin = await shop.signIn('admin')
    customer = await shop.signIn('customer')
  })
  beforeEach(() => {
    now = TEST_NOW
    shop.emails.length = 0
  })
  afterAll(() => shop.close())

  const after = (minutes: number) => void (now = new Date(TEST_NOW.getTime() + minutes * MINUTE_MS))
  async function openRepair(lines: readonly object[] = [board]): Promise<CaseRef & { token: string; number: string }> {
    const { id, repairNumber: number } = await shop.db.prisma.repair.create({
      data: { userId: customer.userId, status: 'diagnosing', deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' } },
    })
    await estimate(id, lines)
    return { noun: 'repairs', id, number, token: await link({ noun: 'repairs', id }) }
  }
  async function estimate(id: string, lines: readonly object[] = [board]) {
    await admin.caller.repairs.saveEstimate({ id, lines: lines.map((line) => ({ ...board, ...line })) })
    await admin.caller.repairs.sendEstimate({ id })
  }
  async function openTradeIn(): Promise<CaseRef & { token: string; number: string }> {
    const { id, tradeInNumber: number } = await shop.db.prisma.tradeIn.create({
      data: { userId: customer.userId, status: 'evaluated', deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' } },
    })
    const nothing = { machineId: null, grade: null, checks: [], deductions: [] }
    await admin.caller.tradeIns.saveEvaluation({ id, ...nothing, override: { value: 450, reason: 'As agreed' } })
    await admin.caller.tradeIns.sendOffer({ id })
    return { noun: 'tradeIns', id, number, token: await link({ noun: 'tradeIns', id }) }
  }
  const link = async (ref: CaseRef) => (await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, ref, ''))).split('/').at(-1) ?? ''
  const accept = (token: string) => shop.visitor.cases.answer({ token, answer: 'accept' })
  const takeBack = (token: string, quote = 1) => shop.visitor.cases.takeAnswerBack({ token, quote })

  it('opens the estimate again as it was, once, frees held credit, and tells customer and desk', async () => {
    const { id, token, number } = await openRepair()
    const before = await admin.caller.repairs.byNumber({ number })
    expect((await accept(token)).quotes[0]).toMatchObject({
      state: 'accepted',
      takeBackUntil: new Date(TEST_NOW.getTime() + 10 * MINUTE_MS),
    })
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 40, reason: 'Goodwill' })
    await customer.caller.credit.payRepair({ repairId: id, amount: 40 })
    expect(await customer.caller.credit.balance()).toMatchObject({ held: 40 })

    after(9.9)
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(token)))
    for (const { quotes } of answers)
      expect(quotes).toMatchObject([{ state: 'sent', answeredAt: null, message: null, takeBackUntil: null }])
    expect(await customer.caller.credit.balance()).toMatchObject({ held: 0 })
    const { repair } = await admin.caller.repairs.byNumber({ number })
    expect(repair).toMatchObject({ status: 'diagnosing', actualCost: null, estimatedCost: before.repair.estimatedCost })
    expect((await admin.caller.repairs.estimates({ id })).actual.lines).toEqual([])

    const { rows } = await admin.caller.cases.timeline({ noun: 'repairs', id })
    const taken = rows.filter(({ detail }) => 'action' in detail && detail.action === 'repair.estimate_taken_back')
    expect(taken).toHaveLength(1)
    expect(taken[0]?.detail).toMatchObject({ after: { estimate: 1, total: 150, acceptedAt: TEST_NOW.toISOString() } })
    expect(rows.filter(({ kind }) => kind === 'message')).toMatchObject([
      { detail: { side: 'customer', body: 'I have taken back my acceptance of estimate 1. Please do not begin.' } },
    ])
    expect(repair.unreadMessages).toBe(1)
    const { events } = await shop.visitor.cases.track({ token })
    expect(events).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'estimate', number: 1, event: 'taken back' })]))
    const receipts = shop.emails.filter(({ subject }) => /^You have (accepted|taken back)/.test(subject))
    expect(receipts.map(({ to, subject }) => [to, subject])).toEqual([
      [customer.email, `You have accepted estimate 1 for repair ${number}`],
      [customer.email, `You have taken back your acceptance of estimate 1 for repair ${number}`],
    ])
    expect(receipts[0]?.text).toMatch(/€150\.00[^]*take this back for 10 minutes[^]*\/track\//)

    // It can be answered anew, and taken back anew.
    await accept(token)
    expect((await admin.caller.repairs.byNumber({ number })).repair.actualCost).toBe(150)
    expect((await takeBack(token)).quotes).toMatchObject([{ state: 'sent' }])
  })

  it('leaves what was accepted before, with its lines and the credit that pays it', async () => {
    const { id, token, number } = await openRepair()
    await accept(token)
    await admin.caller.repairs.updateStatus({ id, status: 'repairing' })
    await estimate(id, [{ label: 'Fan', price: 20 }])
    await accept(token)
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 170, reason: 'Goodwill' })
    await customer.caller.credit.payRepair({ repairId: id, amount: 170 })
    await takeBack(token, 2)
    const { actual, accepted } = await admin.caller.repairs.estimates({ id })
    expect(actual).toMatchObject({ cost: 150, lines: [{ label: 'Hashboard repair' }] })
    expect(accepted).toBe(150)
    expect((await admin.caller.repairs.byNumber({ number })).repair.actualCost).toBe(150)
    expect(await customer.caller.credit.repair({ repairId: id })).toMatchObject({ held: 150 })
    expect(await messageOf(takeBack(token, 1))).toContain('CONFLICT: There is another estimate')
  })

  it('opens an offer again, and ends payments that wait for its credit', async () => {
    const { id, token, number } = await openTradeIn()
    await accept(token)
    const { id: repairId, token: repairToken } = await openRepair()
    await accept(repairToken)
    await customer.caller.credit.payRepair({ repairId, amount: 100, tradeInId: id })
    expect(await customer.caller.credit.repair({ repairId })).toMatchObject({ pending: 100 })
    await takeBack(token)
    expect(await customer.caller.credit.repair({ repairId })).toMatchObject({ pending: 0, left: 150 })
    expect((await admin.caller.tradeIns.byNumber({ number })).tradeIn).toMatchObject({ status: 'evaluated', finalValue: null })
    // One that its last day has passed by is over, and nobody is told that they have not answered.
    await accept(token)
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { expiresAt: new Date(TEST_NOW.getTime() + MINUTE_MS) } })
    after(2)
    expect((await takeBack(token)).quotes).toMatchObject([{ state: 'expired' }])
    expect(await shop.db.prisma.caseQuote.count({ where: { caseId: id, state: 'expired' } })).toBe(1)
  })

  it('is refused after ten minutes, once the desk has begun, for what was said otherwise, and for an answer of nobody', async () => {
    const late = await openRepair()
    await accept(late.token)
    after(10)
    expect(await messageOf(takeBack(late.token))).toBe(
      'CONFLICT: You could take that back for 10 minutes. Please call us on +44 20 7946 0182 to change it.',
    )
    expect((await shop.visitor.cases.track(late)).quotes[0]).toMatchObject({ takeBackUntil: null })
    now = TEST_NOW

    const [moved, edited, done] = [await openRepair(), await openRepair(), await openTradeIn()]
    for (const { token } of [moved, edited, done]) await accept(token)
    // By plain SQL too.
    await shop.db.prisma.$executeRaw`UPDATE repairs SET status = 'repairing' WHERE id = ${moved.id}::uuid`
    await admin.caller.repairs.saveActualLines({ id: edited.id, lines: [board] })
    await admin.caller.tradeIns.updateStatus({ id: done.id, status: 'completed' })
    for (const { token } of [moved, edited, done]) {
      expect(await messageOf(takeBack(token))).toContain('We have already begun')
      expect((await shop.visitor.cases.track({ token })).quotes[0]).toMatchObject({ state: 'accepted', takeBackUntil: null })
    }

    const [heard, unanswered] = [await openRepair(), await openRepair()]
    await admin.caller.repairs.recordAnswer({ id: heard.id, number: 1, answer: 'accepted', note: null })
    expect(await messageOf(takeBack(heard.token))).toContain('on the telephone')
    expect(await messageOf(takeBack(unanswered.token))).toBe('fine')
    expect(await messageOf(takeBack(unanswered.token, 2))).toContain('CONFLICT')
    // Rows of plain SQL, or of an earlier version, say nothing of what their answer has changed.
    await shop.db.prisma.caseQuote.updateMany({
      where: { caseId: unanswered.id },
      data: { state: 'accepted', answeredAt: TEST_NOW, answerVia: 'online', answerUndo: { status: 7 } },
    })
    expect(await messageOf(takeBack(unanswered.token))).toContain('cannot be taken back here')
    await shop.visitor.cases.answer({ token: (await openRepair()).token, answer: 'decline' })
  })

  it('is told of in words that administrators change, and that say what stays agreed', async () => {
    const receipts = () => shop.emails.filter(({ to, subject }) => to === customer.email && /^(You have|Declined:)/.test(subject))
    const { id, token, number } = await openRepair()
    await accept(token)
    await estimate(id, [{ label: 'Fan', price: 20 }])
    shop.emails.length = 0
    await shop.visitor.cases.answer({ token, answer: 'decline' })
    expect(receipts()[0]?.subject).toBe(`You have declined estimate 2 for repair ${number}`)
    expect(receipts()[0]?.text).toContain('What you have accepted before, €150.00, stays agreed.')

    const words = {
      id: 'repairs.answer_declined',
      subject: 'Declined: {{quote}}, {{case}}',
      body: '{{total}} for {{quote}} of {{case}}.\n\n{{stands}}',
    }
    const { version } = await admin.caller.emails.save({ ...words, version: 0 })
    const other = await openRepair()
    shop.emails.length = 0
    await shop.visitor.cases.answer({ token: other.token, answer: 'decline' })
    expect(receipts()[0]?.subject).toBe(`Declined: estimate 1, repair ${other.number}`)
    expect(receipts()[0]?.text).toMatch(/€150\.00 for estimate 1[^]*Your machine goes back to you\.[^]*\/track\//)
    // A look at it before it is saved has the sentence too.
    expect((await admin.caller.emails.preview({ ...words, caseNumber: other.number })).text).toContain('Your machine goes back to you.')
    await admin.caller.emails.reset({ id: words.id, version })

    const tradeIn = await openTradeIn()
    shop.emails.length = 0
    await shop.visitor.cases.answer({ token: tradeIn.token, answer: 'decline' })
    expect(receipts()[0]?.subject).toBe(`You have declined offer 1 for trade-in ${tradeIn.number}`)
    expect(receipts()[0]?.text).toContain('We pay for sending it back.')
  })

  it('is for whoever gave the answer: one that was given signed in is not taken back by a link, and by no former customer', async () => {
    const { token, number, id } = await openRepair()
    const own = { noun: 'repairs', number } as const
    await customer.caller.account.answerCase({ ...own, answer: 'accept' })
    expect((await shop.visitor.cases.track({ token })).quotes[0]).toMatchObject({ takeBackUntil: null })
    expect(await messageOf(takeBack(token))).toContain('Sign in to take that back')
    const other = await shop.signIn('customer')
    expect(await messageOf(other.caller.account.takeCaseAnswerBack({ ...own, quote: 1 }))).toContain('NOT_FOUND')
    expect((await customer.caller.account.takeCaseAnswerBack({ ...own, quote: 1 })).quotes).toMatchObject([{ state: 'sent' }])
    await customer.caller.account.answerCase({ ...own, answer: 'accept' })
    await admin.caller.repairs.update({ id, customer: { userId: other.userId } })
    const former = [messageOf(takeBack(token)), messageOf(customer.caller.account.takeCaseAnswerBack({ ...own, quote: 1 }))]
    for (const message of await Promise.all(former)) expect(message).toContain('CONFLICT: This repair went to another customer')
    expect(await messageOf(other.caller.account.takeCaseAnswerBack({ ...own, quote: 1 }))).toContain('CONFLICT')
  })

  it('and the desk that begins at the same moment never both win', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token, number } = await openRepair()
      await accept(token)
      const { version } = (await admin.caller.repairs.byNumber({ number })).repair
      const [taken, begun] = await Promise.all([
        messageOf(takeBack(token)),
        messageOf(admin.caller.repairs.updateStatus({ id, status: 'repairing', version })),
      ])
      const { repair } = await admin.caller.repairs.byNumber({ number })
      const { quotes } = await shop.visitor.cases.track({ token })
      if (taken === 'fine') expect([begun.slice(0, 8), repair.status, quotes[0]?.state]).toEqual(['CONFLICT', 'diagnosing', 'sent'])
      else expect([begun, repair.status, quotes[0]?.state]).toEqual(['fine', 'repairing', 'accepted'])
    }
  })
})
