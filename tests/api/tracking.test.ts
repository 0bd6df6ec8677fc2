import { setImmediate as othersTurn } from 'node:timers/promises'
import { callTRPCProcedure, TRPCError } from '@trpc/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import { MOST_CUSTOMER_PICTURES } from '~/contracts/cases/tracking'
import * as documentRoute from '~/pages/api/customer-documents'
import * as fileRoute from '~/pages/api/customer-files/[fileId]'
import * as uploadRoute from '~/pages/api/customer-files/index'
import { appRouter } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import type { LimitName } from '~/server/identity/auth/limit-rules'
import { networkOf, type LimitKey } from '~/server/identity/auth/limits'
import { startSession } from '~/server/identity/auth/sessions'
import { caseOfToken, createTrackingLink } from '~/server/cases/base/tracking-links'
import type { FileStore } from '~/server/platform/files/file-store'
import { hashToken } from '~/server/platform/secrets'
import { expireQuotes, remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { procedures } from '../setup/procedures'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { access } from './access-matrix'

const DAY_MS = 24 * 60 * 60 * 1000
const NOBODY = '00000000-0000-0000-0000-000000000000'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>

beforeAll(async () => {
  const stored = new Map<string, Uint8Array>()
  const files: FileStore = {
    place: 'the memory of a test',
    put: (key, bytes) => Promise.resolve(void stored.set(key, bytes)),
    get: (key) => Promise.resolve(Buffer.from(stored.get(key) ?? [])),
    remove: (key) => Promise.resolve(void stored.delete(key)),
  }
  // Offers of one administrator count over 30 days.
  shop = await openTestShop({ files, offerLimit: 1_000_000 })
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

/** A repair by plain SQL with no more than the requirements' columns. */
async function insertRepair(userId = customer.userId): Promise<CaseRef> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO repairs (user_id, status, device_info)
    VALUES (${userId}::uuid, 'diagnosing', '{"manufacturer": "Bitmain", "model": "Antminer S19"}') RETURNING id::text`
  return { noun: 'repairs', id: row?.id ?? NOBODY }
}
async function insertTradeIn(userId = customer.userId): Promise<CaseRef> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO trade_ins (user_id, device_info)
    VALUES (${userId}::uuid, '{"manufacturer": "Bitmain", "model": "Antminer S19"}') RETURNING id::text`
  return { noun: 'tradeIns', id: row?.id ?? NOBODY }
}

/** The secret of a new link. */
async function link(ref: CaseRef): Promise<string> {
  const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, ref, 'https://shop.example'))
  return address.replace('https://shop.example/track/', '')
}
const opens = async (token: string, now = TEST_NOW) => (await caseOfToken(shop.db.prisma, now, token))?.ref ?? null

describe('a link', () => {
  it('opens its own case by a secret that is stored nowhere', async () => {
    const [repair, tradeIn] = [await insertRepair(), await insertTradeIn()]
    const [first, second, third] = [await link(repair), await link(repair), await link(tradeIn)]
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await opens(first)).toEqual(repair)
    expect(await opens(second)).toEqual(repair)
    expect(await opens(third)).toEqual(tradeIn)
    const rows = JSON.stringify(await shop.db.prisma.caseLink.findMany())
    expect(rows).not.toContain(first)
    for (const foreign of ['', first.slice(1), `${first} `, first.toLowerCase(), repair.id]) expect(await opens(foreign)).toBeNull()
  })

  it.each([
    ['a completed repair', insertRepair, 'repairs', 'completed'],
    ['a shipped repair', insertRepair, 'repairs', 'shipped'],
    ['a completed trade-in', insertTradeIn, 'trade_ins', 'completed'],
    ['a rejected trade-in', insertTradeIn, 'trade_ins', 'rejected'],
  ] as const)('ends 90 days after %s, and goes on with one that is worked on again', async (_name, insert, table, status) => {
    const ref = await insert()
    const before = await link(ref)
    const far = new Date(Date.now() + 1000 * DAY_MS)
    expect(await opens(before, far)).toEqual(ref)
    const set = (to: string) => shop.db.prisma.$executeRawUnsafe(`UPDATE ${table} SET status = '${to}' WHERE id = '${ref.id}'`)
    await set(status)
    const after = await link(ref)
    for (const token of [before, after]) {
      expect(await opens(token, new Date(Date.now() + 89 * DAY_MS))).toEqual(ref)
      expect(await opens(token, new Date(Date.now() + 90 * DAY_MS))).toBeNull()
    }
    await set(table === 'repairs' ? 'testing' : 'evaluated')
    expect(await opens(before, far)).toEqual(ref)
  })
})

const board = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 } as const

/** The row of a picture, as plain SQL with what it must have alone. */
const picture = (ref: CaseRef, name: string) => ({
  caseId: ref.id,
  kind: 'picture' as const,
  name,
  contentType: 'image/jpeg',
  bytes: 1,
  storageKey: 'x',
  sha256: 'x',
})

/** The id of a request that waits for its email to be opened. */
const waitingRequest = async (email: string) => {
  const { id } = await shop.db.prisma.caseRequest.create({
    data: { noun: 'repairs', email, sentAt: TEST_NOW, draftHash: hashToken('theirs') },
  })
  return id
}

/** Waits until the database has answered all that was asked before, with what follows from it. */
async function silence(): Promise<'silent'> {
  for (let round = 0; round < 10; round++) {
    await shop.db.prisma.$queryRaw`SELECT 1`
    await othersTurn()
  }
  return 'silent'
}

/** The answer to a call: its value, the first event of a stream (none for one that is silent), or the code of its refusal. */
async function answerOf(path: string, sessionId: string | null, input: object): Promise<unknown> {
  const procedure = procedures[path]
  if (!procedure) throw new Error(`There is no ${path}`)
  const abort = new AbortController()
  const client = { ip: '198.51.100.99', userAgent: null }
  const ctx = createInnerTRPCContext({ services: shop.services, sessionId, client })
  const call = { ctx, path, getRawInput: () => Promise.resolve(input), type: procedure._def.type, signal: abort.signal, batchIndex: 0 }
  try {
    const answer: unknown = await callTRPCProcedure({ ...call, router: appRouter })
    if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer
    const events = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]()
    return await Promise.race([events.next(), silence()])
  } catch (error) {
    if (error instanceof TRPCError) return { refused: error.code }
    throw error
  } finally {
    abort.abort()
  }
}

/** Sends an estimate of one line, or an offer with one deduction. */
async function sendEstimate({ id }: CaseRef, price = 150) {
  await admin.caller.repairs.saveEstimate({ id, lines: [{ ...board, price }] })
  await admin.caller.repairs.sendEstimate({ id })
}
async function sendOffer({ id }: CaseRef, value = 400) {
  await admin.caller.tradeIns.saveEvaluation({
    id,
    machineId: null,
    grade: null,
    checks: [{ item: 'fans', result: 'fault', note: 'One fan stands still' }],
    deductions: [{ label: 'Fan replacement', explanation: 'A fan is worn.', kind: 'fixed', amount: 25 }],
    override: { value, reason: 'As agreed' },
  })
  await admin.caller.tradeIns.sendOffer({ id })
}
const numberOf = async ({ noun, id }: CaseRef) =>
  noun === 'repairs' ? (await admin.caller.repairs.byId({ id })).repairNumber : (await admin.caller.tradeIns.byId({ id })).tradeInNumber

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )
const messageOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => (error instanceof Error ? error.message : ''))
const track = (token: string) => shop.visitor.cases.track({ token })
const revoke = (ref: CaseRef) => admin.caller.cases.revokeLinks(ref)

describe('what a link shows', () => {
  it('is the case as its customer may know it, and nothing of the desk’s', async () => {
    const repair = await insertRepair()
    const token = await link(repair)
    await admin.caller.cases.addNote({ ...repair, body: 'internal-only: smells of smoke' })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'repairing' })
    await admin.caller.repairs.update({ id: repair.id, repairNotes: 'internal-only too', diagnosis: 'internal-only as well' })
    await sendEstimate(repair)
    await admin.caller.repairs.recordAnswer({ id: repair.id, number: 1, answer: 'declined', note: 'internal-only: was rude' })
    await sendEstimate(repair, 100)
    const seen = await track(token)
    expect(seen).toMatchObject({
      noun: 'repairs',
      number: await numberOf(repair),
      status: 'repairing',
      device: 'Bitmain Antminer S19',
      isClosed: false,
      quotes: [
        { kind: 'estimate', number: 2, state: 'sent', total: 100, lines: [{ label: 'Hashboard repair', price: 100 }], message: null },
        { number: 1, state: 'declined', answerVia: 'telephone', message: null },
      ],
      documents: [{ label: 'Estimate 2' }, { label: 'Estimate 1' }, { label: 'Receipt of arrival' }],
    })
    expect(seen.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['status', 'email', 'estimate', 'opened']))
    const text = JSON.stringify(seen)
    for (const secret of ['internal-only', admin.email, admin.userId, customer.email, repair.id]) expect(text).not.toContain(secret)
  })

  it('has one answer for what opens nothing, limits those who guess, and ends when the desk revokes it', async () => {
    const repair = await insertRepair()
    const [token, second] = [await link(repair), await link(repair)]
    expect(await admin.caller.cases.links(repair)).toMatchObject({ active: 2 })
    expect(await revoke(repair)).toEqual({ revoked: 2 })
    expect(await admin.caller.cases.links(repair)).toMatchObject({ active: 0 })
    const old = await link(await insertTradeIn())
    await shop.db.prisma
      .$executeRaw`UPDATE case_links SET expires_at = ${TEST_NOW} WHERE revoked_at IS NULL AND token_hash = ${hashToken(old)}`
    const answers = await Promise.all([token, second, old, 'x', repair.id, await numberOf(repair)].map((each) => messageOf(track(each))))
    expect(new Set(answers)).toEqual(new Set(['This link does not work, or has expired. Ask for a new one.']))
    expect(await code(shop.visitor.cases.answer({ token, answer: 'accept' }))).toBe('NOT_FOUND')
    expect(await code(shop.visitor.cases.convert({ token }))).toBe('NOT_FOUND')

    const guesser = shop.callerOf(null, { client: { ip: '198.51.100.7', userAgent: null } })
    const limit = shop.services.limits.most('trackingTries')
    const tries = await Promise.all(Array.from({ length: limit }, (_each, index) => code(guesser.cases.track({ token: `guess ${index}` }))))
    expect(new Set(tries)).toEqual(new Set(['NOT_FOUND']))
    expect(await code(guesser.cases.track({ token: 'one more' }))).toBe('TOO_MANY_REQUESTS')
    // A guessing neighbour does not hold up somebody who has a link.
    expect(await guesser.cases.track({ token: await link(repair) })).toMatchObject({ noun: 'repairs' })
  })

  it('follows the case while it is open, and no other, until the link is revoked', async () => {
    const [repair, other] = [await insertRepair(), await insertRepair()]
    const token = await link(repair)
    const events = (await shop.visitor.cases.onTracked({ token }))[Symbol.asyncIterator]()
    await events.next()
    const next = events.next()
    const others = (await shop.visitor.cases.onTracked({ token: await link(other) }))[Symbol.asyncIterator]()
    await others.next()
    await admin.caller.repairs.updateStatus({ id: other.id, status: 'testing' })
    // Followers of that one have their event by now.
    await others.next()
    expect(await Promise.race([next.then(() => 'told'), silence()])).toBe('silent')
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'testing' })
    expect(await next).toMatchObject({ done: false })
    const ending = code(events.next())
    await revoke(repair)
    expect(await ending).toBe('NOT_FOUND')
  })
})

describe('an answer', () => {
  it('is given once, by twenty presses at the same moment, and repeated without harm', async () => {
    const repair = await insertRepair()
    const token = await link(repair)
    await sendEstimate(repair)
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => shop.visitor.cases.answer({ token, answer: 'accept', quote: 1, message: 'Go ahead' })),
    )
    for (const { quotes } of seen) expect(quotes).toMatchObject([{ state: 'accepted', answerVia: 'online', message: 'Go ahead' }])
    const { rows } = await admin.caller.cases.timeline({ ...repair })
    expect(rows.filter(({ kind, detail }) => kind === 'estimate' && 'event' in detail && detail.event === 'accepted')).toHaveLength(1)
    expect((await admin.caller.repairs.byId({ id: repair.id })).actualCost).toBe(150)
    expect(await messageOf(shop.visitor.cases.answer({ token, answer: 'decline' }))).toBe(
      'This estimate was accepted already on 20 November 2026. It was answered on this page.',
    )
  })

  it('is refused for what was replaced, has ended, or belongs to a case that is over, and a new version can be answered', async () => {
    const repair = await insertRepair()
    const token = await link(repair)
    expect(await code(shop.visitor.cases.answer({ token, answer: 'accept' }))).toBe('CONFLICT')
    await sendEstimate(repair)
    await sendEstimate(repair, 90)
    const answer = (quote?: number, given: 'accept' | 'decline' | 'dispute' = 'accept') =>
      shop.visitor.cases.answer({ token, answer: given, quote, message: 'words' })
    expect(await messageOf(answer(1))).toBe('This estimate was replaced by another one. Look at the new one first.')
    expect(await code(answer(2, 'dispute'))).toBe('BAD_REQUEST')
    expect(await code(answer(7))).toBe('CONFLICT')
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: repair.id, number: 2 }, data: { expiresAt: TEST_NOW } })
    expect(await messageOf(answer(2))).toBe('This estimate ended on 20 November 2026. Contact us for another one.')
    await sendEstimate(repair, 80)
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    expect(await messageOf(answer(3))).toContain('is now completed')
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'diagnosing' })
    expect(await answer(3, 'decline')).toMatchObject({ quotes: [{ number: 3, state: 'declined' }, { number: 2 }, { number: 1 }] })
    expect(await code(shop.visitor.cases.track({ token }))).toBe('fine')
  })

  it('to an offer is yes, no, or a dispute with words; its customer sees each deduction and what was found', async () => {
    const tradeIn = await insertTradeIn()
    const token = await link(tradeIn)
    await sendOffer(tradeIn)
    expect((await track(token)).quotes).toMatchObject([
      {
        kind: 'offer',
        state: 'sent',
        total: 400,
        deductions: [{ label: 'Fan replacement', amount: 25 }],
        checks: [{ item: 'fans', result: 'fault', note: 'One fan stands still' }],
        overrideReason: 'As agreed',
      },
    ])
    expect(await code(shop.visitor.cases.answer({ token, answer: 'dispute', message: ' ' }))).toBe('BAD_REQUEST')
    const disputed = await shop.visitor.cases.answer({ token, answer: 'dispute', message: 'The fans are new', quote: 1 })
    expect(disputed.quotes).toMatchObject([{ state: 'disputed', message: 'The fans are new' }])
    await sendOffer(tradeIn, 425)
    expect(await messageOf(shop.visitor.cases.answer({ token, answer: 'accept', quote: 1 }))).toBe(
      'This offer was replaced by another one. Look at the new one first.',
    )
    expect((await shop.visitor.cases.answer({ token, answer: 'accept' })).quotes[0]).toMatchObject({ number: 2, state: 'accepted' })
    expect((await admin.caller.tradeIns.byId({ id: tradeIn.id })).finalValue).toBe(425)
  })
})

describe('one’s own case', () => {
  it('is read, followed and answered by its owner, and by nobody else', async () => {
    const repair = await insertRepair()
    await sendEstimate(repair)
    const own = { noun: 'repairs', number: await numberOf(repair) } as const
    expect(await customer.caller.account.case(own)).toMatchObject({ number: own.number, quotes: [{ state: 'sent' }] })
    const events = (await customer.caller.account.onCase(own))[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ done: false })
    await events.return?.()
    const outsider = (await shop.signIn('customer')).caller.account
    const theirs = (await shop.signIn('admin')).caller.account
    for (const caller of [outsider, theirs]) {
      expect(await code(caller.case(own))).toBe('NOT_FOUND')
      expect(await code(caller.answerCase({ ...own, answer: 'accept' }))).toBe('NOT_FOUND')
      expect(await code(caller.convertCase(own))).toBe('NOT_FOUND')
      expect(await code(caller.onCase(own).then((stream) => stream[Symbol.asyncIterator]().next()))).toBe('NOT_FOUND')
    }
    expect(await code(customer.caller.account.case({ ...own, noun: 'tradeIns' }))).toBe('NOT_FOUND')
    const answered = await customer.caller.account.answerCase({ ...own, answer: 'decline' })
    expect(answered.quotes).toMatchObject([{ state: 'declined', answerVia: 'online' }])
  })
})

describe('asking for a link by a number', () => {
  it('has one answer for every number, and writes to the case’s own address alone', async () => {
    const repair = await insertRepair()
    const number = await numberOf(repair)
    const before = shop.emails.length
    const ask = (asked: string, ip = '203.0.113.9') =>
      shop.callerOf(null, { client: { ip, userAgent: null } }).cases.requestLink({ number: asked })
    expect(await ask(` ${number.toLowerCase()} `)).toEqual(await ask('REP-999999'))
    const sent = shop.emails.slice(before)
    expect(sent.map(({ to }) => to)).toEqual([customer.email])
    const token = /\/track\/([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? ''
    expect(await opens(token)).toEqual(repair)
    // Each number for each network, with or without such a case: strangers take no link from its owner.
    for (const asked of [number, 'REP-999999']) {
      for (let index = 0; index < 3; index += 1) await ask(asked, '198.51.100.30')
      expect(await code(ask(asked, '198.51.100.30'))).toBe('TOO_MANY_REQUESTS')
      const { limits } = shop.services
      for (let index = 0; index < limits.most('trackingLinksEverywhere'); index += 1) await limits.note('trackingLinksEverywhere', asked)
      const toOwner = () => shop.emails.filter(({ to }) => to === customer.email).length
      const before = toOwner()
      await ask(asked, '203.0.113.200')
      expect(toOwner()).toBe(before + (asked === number ? 1 : 0))
      expect(await code(ask(asked, '203.0.113.200'))).toBe('TOO_MANY_REQUESTS')
    }
    const most = shop.services.limits.most('trackingLinks')
    for (let index = 0; index < most; index += 1) await ask(`REP-${index}`, '192.0.2.77')
    expect(await code(ask('REP-5555', '192.0.2.77'))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a repair that is traded in instead', () => {
  const machine = {
    manufacturer: 'Bitmain',
    model: 'Antminer S19',
    baseValueExcellent: 900,
    baseValueGood: 700,
    baseValueFair: 500,
    baseValuePoor: 200,
  }

  it('compares, and becomes one trade-in under parallel presses, with its history and the customer’s link', async () => {
    await shop.db.prisma.tradeInMachine.create({ data: machine })
    const repair = await insertRepair()
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { warrantyDays: 45 } })
    const token = await link(repair)
    expect(await track(token)).toMatchObject({ comparison: null })
    expect(await code(shop.visitor.cases.convert({ token }))).toBe('CONFLICT')
    await shop.db.prisma.caseReading.create({ data: { caseId: repair.id, data: {} } })
    await shop.db.prisma.caseFile.create({ data: { ...picture(repair, 'front.jpg'), fromCustomer: true } })
    await sendEstimate(repair)
    expect(await track(token)).toMatchObject({
      comparison: { repairCost: 150, warrantyDays: 45, values: { asItIs: 200, repaired: { fair: 500, good: 700 } } },
    })
    const made = await Promise.all(Array.from({ length: 10 }, () => shop.visitor.cases.convert({ token })))
    expect(new Set(made.map(({ number }) => number)).size).toBe(1)
    const seen = await track(token)
    const repairNumber = await numberOf(repair)
    expect(seen).toMatchObject({
      noun: 'tradeIns',
      number: made[0]?.number,
      status: 'submitted',
      hasArrived: true,
      quotedValue: 200,
      linked: { noun: 'repairs', number: repairNumber },
      pictures: [{ name: 'front.jpg' }],
    })
    expect(seen.events).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'estimate', event: 'declined' })]))
    const page = await admin.caller.tradeIns.byNumber({ number: seen.number })
    expect(page.fromRepair).toMatchObject({ repairNumber })
    // The day of the test is a Friday; three business days later it is to be verified.
    expect(page.tradeIn.dueOn).toBe('2026-11-25')
    const of = { noun: 'tradeIns', id: page.tradeIn.id } as const
    expect((await admin.caller.cases.files.list(of)).files).toMatchObject([{ name: 'front.jpg' }])
    expect(await admin.caller.cases.readings.list(of)).toHaveLength(1)
    const old = await admin.caller.repairs.byNumber({ number: repairNumber })
    const became = { status: 'completed', actualCost: 0, becameTradeIn: seen.number }
    expect(old).toMatchObject({ repair: became, outcome: 'traded_in', warranty: null, turnedInto: { tradeInNumber: seen.number } })
    const own = { noun: 'repairs', number: repairNumber } as const
    expect(await customer.caller.account.case(own)).toMatchObject({
      outcome: 'traded_in',
      cost: 0,
      warrantyUntil: null,
      linked: { noun: 'tradeIns', number: seen.number },
    })
    const letters = await shop.db.prisma.caseEmail.findMany({ where: { caseId: page.tradeIn.id, kind: 'submitted' } })
    expect(letters).toMatchObject([{ authorId: null, recipient: customer.email }])
    expect(letters[0]?.body).toMatch(new RegExp(`it was repair ${repairNumber}\\.[^]*€200\\.00 of store credit[^]*We have the device`))
    // Nothing was repaired, so that nothing is under warranty.
    expect(
      await code(
        admin.caller.repairs.create({
          customer: { userId: customer.userId },
          deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
          problemDescription: 'Broken again',
          warrantyOf: repair.id,
        }),
      ),
    ).toBe('BAD_REQUEST')
  })

  it('is refused at another value than the one that was shown, and keeps that one', async () => {
    const repair = await insertRepair()
    await sendEstimate(repair)
    const token = await link(repair)
    await shop.db.prisma.tradeInMachine.updateMany({ where: { model: machine.model }, data: { baseValuePoor: 180 } })
    const before = await shop.db.prisma.tradeIn.count()
    await expect(shop.visitor.cases.convert({ token, value: 200 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The value in our trade-in catalogue is now €180.00. Please look again.',
    })
    expect(await code(shop.visitor.cases.convert({ token, value: null }))).toBe('CONFLICT')
    expect(await shop.db.prisma.tradeIn.count()).toBe(before)
    expect(await track(token)).toMatchObject({ noun: 'repairs', isClosed: false, comparison: { values: { asItIs: 180 } } })
    await shop.visitor.cases.convert({ token, value: 180 })
    // Later changes of the catalogue take nothing of it.
    await shop.db.prisma.tradeInMachine.updateMany({ where: { model: machine.model }, data: { baseValuePoor: 50, isActive: false } })
    expect(await track(token)).toMatchObject({ noun: 'tradeIns', quotedValue: 180 })
    await shop.db.prisma.tradeInMachine.updateMany({ where: { model: machine.model }, data: { baseValuePoor: 200, isActive: true } })
  })

  it('stays a repair once its estimate was accepted, or it is over', async () => {
    const [accepted, over] = [await insertRepair(), await insertRepair()]
    for (const repair of [accepted, over]) await sendEstimate(repair)
    const token = await link(accepted)
    await shop.visitor.cases.answer({ token, answer: 'accept' })
    await admin.caller.repairs.updateStatus({ id: over.id, status: 'shipped' })
    expect(await track(token)).toMatchObject({ comparison: null })
    for (const repair of [accepted, over]) expect(await code(shop.visitor.cases.convert({ token: await link(repair) }))).toBe('CONFLICT')
  })
})

describe('an estimate or an offer that nobody answers', () => {
  it('is reminded of after 3 and 10 days, and told to be over after 14, each once', async () => {
    const [repair, tradeIn, over] = [await insertRepair(), await insertTradeIn(), await insertRepair()]
    await shop.db.prisma.caseQuote.updateMany({ where: { state: 'sent' }, data: { state: 'declined' } })
    await sendEstimate(repair)
    await sendOffer(tradeIn)
    await sendEstimate(over)
    await admin.caller.repairs.updateStatus({ id: over.id, status: 'shipped' })
    const subjects = async (days: number, work: (services: typeof shop.services) => Promise<unknown>) => {
      const before = shop.emails.length
      const later = { ...shop.services, now: () => new Date(TEST_NOW.getTime() + days * DAY_MS) }
      await work(later)
      await work(later)
      await shop.services.jobs.settled()
      return shop.emails
        .slice(before)
        .map(({ subject }) => subject.replace(/ [A-Z]{3}-.*/, ''))
        .toSorted()
    }
    const waiting = ['Waiting for your answer: estimate 1 for repair', 'Waiting for your answer: offer 1 for trade-in']
    expect(await subjects(2.9, remindOfAnswers)).toEqual([])
    expect(await subjects(3, remindOfAnswers)).toEqual(waiting)
    expect(await subjects(9.9, remindOfAnswers)).toEqual([])
    expect(await subjects(10, remindOfAnswers)).toEqual(waiting)
    expect(await subjects(14, remindOfAnswers)).toEqual([])
    expect(await subjects(14, expireQuotes)).toEqual([
      'Ended without an answer: estimate 1 for repair',
      'Ended without an answer: offer 1 for trade-in',
    ])
  })
})

describe('pictures and papers', () => {
  let routes: Awaited<ReturnType<typeof serveRoutes>>
  beforeAll(async () => {
    routes = await serveRoutes(shop, [
      { path: /^\/api\/customer-documents$/, module: documentRoute },
      { path: /^\/api\/customer-files$/, module: uploadRoute },
      { path: /^\/api\/customer-files\/(?<fileId>[^/]+)$/, module: fileRoute },
    ])
  })
  afterAll(() => routes.close())

  const get = async (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    (await fetch(`${routes.url}${address}`, { headers, method })).status
  const add = async (address: string | null, body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) => {
    const name = new URLSearchParams({ name: 'fan.jpg' }).toString()
    const target = `${routes.url}${address ?? ''}${address?.includes('?') ? '&' : '?'}${name}`
    return (await fetch(target, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/octet-stream' }, body })).status
  }
  const jpeg = async () =>
    new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f59e0b' } })
        .jpeg()
        .toBuffer(),
    )

  it('are had and added by the link of their own case, and by its owner, and by nobody else', async () => {
    const [repair, other] = [await insertRepair(), await insertRepair()]
    const [token, foreign] = [await link(repair), await link(other)]
    await sendEstimate(repair)
    await admin.caller.repairs.saveEstimate({ id: repair.id, lines: [{ ...board, label: 'A draft' }] })
    const before = await track(token)
    expect(await add(before.uploadAddress, await jpeg())).toBe(201)
    expect(await add(before.uploadAddress, '%PDF-1.7 not a picture')).toBe(422)
    expect(await add(before.uploadAddress, await jpeg(), { origin: 'https://evil.example' })).toBe(403)
    const { pictures, documents } = await track(token)
    expect(pictures).toMatchObject([{ name: 'fan.jpg' }])
    expect((await admin.caller.cases.files.list(repair)).files).toMatchObject([{ name: 'fan.jpg', uploadedBy: null }])
    const addresses = [pictures[0]?.address ?? '', pictures[0]?.thumbnailAddress ?? '', ...documents.map(({ address }) => address)]
    for (const address of addresses) {
      expect(await get(address), address).toBe(200)
      expect(await get(address, {}, 'HEAD'), address).toBe(200)
      for (const wrong of [address.replace(token, foreign), address.replace(token, 'x'), address.replace(/[?&]token=[^&]*/, '')]) {
        if (wrong.includes(foreign) && !wrong.includes('customer-files/')) continue
        expect(await get(wrong), wrong).toBe(404)
      }
    }
    for (const [kind, number] of [
      ['job-sheet', ''],
      ['label', ''],
      ['offer', ''],
      ['estimate', '2'],
      ['estimate', '9'],
    ]) {
      const query = new URLSearchParams({ token, kind: kind ?? '', ...(number ? { number } : {}) }).toString()
      expect(await get(`/api/customer-documents?${query}`), kind).toBe(404)
    }

    const owner = await routes.signedIn(customer.sessionId)
    const outsider = await routes.signedIn((await shop.signIn('customer')).sessionId)
    const own = await customer.caller.account.case({ noun: 'repairs', number: await numberOf(repair) })
    for (const address of [own.pictures[0]?.address ?? '', ...own.documents.map((document) => document.address)]) {
      expect(await get(address, owner), address).toBe(200)
      expect(await get(address, outsider), address).toBe(404)
      expect(await get(address), address).toBe(404)
    }
    expect(await add(own.uploadAddress, await jpeg(), owner)).toBe(201)
    expect(await add(own.uploadAddress, await jpeg(), outsider)).toBe(404)

    await revoke(repair)
    for (const address of addresses) expect(await get(address), address).toBe(404)
    expect(await add(before.uploadAddress, await jpeg())).toBe(404)
  })

  it('are as many as a customer may add, however many come at once', async () => {
    const repair = await insertRepair()
    const token = await link(repair)
    for (let each = 0; each < 8; each += 1)
      await shop.db.prisma.caseFile.create({ data: { ...picture(repair, 'a.jpg'), fromCustomer: true } })
    const { uploadAddress } = await track(token)
    const body = await jpeg()
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(uploadAddress, body)))
    expect(answers.toSorted()).toEqual([201, 201, 409, 409])
    const kept = { caseId: repair.id, fromCustomer: true, removedAt: null }
    expect(await shop.db.prisma.caseFile.count({ where: kept })).toBe(MOST_CUSTOMER_PICTURES)
  })

  it('of the desk are internal until they are shown, or part of an offer that was sent', async () => {
    const tradeIn = await insertTradeIn()
    const token = await link(tradeIn)
    const { caseFile } = shop.db.prisma
    const minute = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * 60_000)
    const [plain, fans, noise] = [
      await caseFile.create({ data: { ...picture(tradeIn, 'inside.jpg'), uploadedBy: admin.userId } }),
      await caseFile.create({ data: { ...picture(tradeIn, 'fans.jpg'), checkItem: 'fans', createdAt: minute(-1) } }),
      await caseFile.create({ data: { ...picture(tradeIn, 'noise.jpg'), checkItem: 'noise', createdAt: minute(-1) } }),
    ]
    const late = await caseFile.create({ data: { ...picture(tradeIn, 'late.jpg'), checkItem: 'fans', createdAt: minute(1) } })
    const own = { noun: 'tradeIns', number: await numberOf(tradeIn) } as const
    const [owner, outsider] = [await routes.signedIn(customer.sessionId), await routes.signedIn((await shop.signIn('customer')).sessionId)]
    const expectSeen = async (...seen: string[]) => {
      for (const tracked of [await track(token), await customer.caller.account.case(own)]) {
        expect(tracked.pictures.map(({ id }) => id).toSorted()).toEqual(seen.toSorted())
      }
      const { events } = await track(token)
      expect(events.filter(({ kind }) => kind === 'picture')).toHaveLength(seen.length)
      for (const { id } of [plain, fans, noise, late]) {
        const status = seen.includes(id) ? 200 : 404
        expect(await get(`/api/customer-files/${id}?token=${token}`)).toBe(status)
        expect(await get(`/api/customer-files/${id}`, owner)).toBe(status)
        expect(await get(`/api/customer-files/${id}`, outsider)).toBe(404)
        expect(await get(`/api/customer-files/${id}?size=full`)).toBe(404)
      }
    }
    await expectSeen()
    await admin.caller.tradeIns.saveEvaluation({
      id: tradeIn.id,
      machineId: null,
      grade: null,
      checks: [{ item: 'fans', result: 'fault', note: '' }],
      deductions: [],
      override: { value: 400, reason: 'As agreed' },
    })
    await expectSeen()
    await admin.caller.tradeIns.sendOffer({ id: tradeIn.id })
    await expectSeen(fans.id)
    const files = admin.caller.cases.files
    await Promise.all([files.share({ id: plain.id, isShared: true }), files.share({ id: plain.id, isShared: true })])
    await expectSeen(fans.id, plain.id)
    expect((await files.list(tradeIn)).files.map(({ name, visibility }) => [name, visibility]).toSorted()).toEqual([
      ['fans.jpg', 'offer'],
      ['inside.jpg', 'shared'],
      ['late.jpg', 'internal'],
      ['noise.jpg', 'internal'],
    ])
    await files.share({ id: plain.id, isShared: false })
    await expectSeen(fans.id)
    await files.remove({ id: fans.id })
    await expectSeen()
    const { rows } = await admin.caller.cases.timeline(tradeIn)
    const shared = rows.filter(({ kind, detail }) => kind === 'change' && 'action' in detail && /file_(un)?shared$/.test(detail.action))
    expect(shared).toHaveLength(2)
    const document = await caseFile.create({ data: { ...picture(tradeIn, 'invoice.pdf'), kind: 'document', isShared: true } })
    expect(await code(files.share({ id: document.id, isShared: true }))).toBe('BAD_REQUEST')
    expect(await code(files.share({ id: NOBODY, isShared: true }))).toBe('NOT_FOUND')
    expect(await get(`/api/customer-files/${document.id}?token=${token}`)).toBe(404)
  })

  it('and whatever else there is give another customer nothing, and let them change nothing', async () => {
    const victim = await shop.signIn('customer')
    const { prisma } = shop.db
    await prisma.$executeRaw`UPDATE profiles SET full_name = 'Vera Victim' WHERE user_id = ${victim.userId}::uuid`
    const [repair, tradeIn] = [await insertRepair(victim.userId), await insertTradeIn(victim.userId)]
    const order = await prisma.order.create({ data: { userId: victim.userId, orderNumber: 'ORD-VICTIM', totalAmount: 77 } })
    await sendEstimate(repair)
    await sendOffer(tradeIn)
    const file = await prisma.caseFile.create({ data: { ...picture(repair, 'victim.jpg'), fromCustomer: true } })
    const draftFile = await prisma.caseFile.create({
      data: { ...picture(repair, 'draft.jpg'), caseId: null, requestId: await waitingRequest(victim.email) },
    })
    await prisma.caseMessage.create({ data: { caseId: repair.id, side: 'desk', body: 'Only for her' } })
    const numbers = [await numberOf(repair), await numberOf(tradeIn)] as const
    const [revoked, expired] = [await link(repair), await link(tradeIn)]
    await revoke(repair)
    await prisma.$executeRaw`UPDATE case_links SET expires_at = ${TEST_NOW} WHERE token_hash = ${hashToken(expired)}`
    const outsider = await shop.signIn('customer')
    const outsiders = await link(await insertRepair(outsider.userId))

    const marks = [
      repair.id,
      tradeIn.id,
      order.id,
      file.id,
      ...numbers,
      'ORD-VICTIM',
      victim.email,
      victim.userId,
      'Vera',
      'victim.jpg',
      'Only for her',
    ]
    const tables = [
      'repairs',
      'trade_ins',
      'case_quotes',
      'case_messages',
      'trade_in_offers',
      'case_files',
      'case_requests',
      'profiles',
      'sessions',
      'orders',
    ]
    const state = async () =>
      JSON.stringify(
        await Promise.all(
          tables.map((table) =>
            prisma.$queryRawUnsafe(
              `SELECT md5(string_agg(md5(t::text), '' ORDER BY t.id)) FROM ${table} AS t WHERE t::text ~ '${marks.slice(0, 4).join('|')}|${victim.userId}'`,
            ),
          ),
        ),
      )
    const before = await state()
    // Without a session the guards of the others answer (access-matrix.test.ts).
    const paths = Object.keys(procedures).filter((path) => /^(account|cases|repairs|tradeIns|credit|newsletter)\./.test(path))
    const calls = paths.flatMap((path) => {
      const rule = access[path]?.rule
      if (rule === 'administrator' || path === 'account.changePassword') return []
      return rule === 'public'
        ? [
            { path, isSignedIn: false },
            { path, isSignedIn: true },
          ]
        : [{ path, isSignedIn: true }]
    })
    expect(calls.length).toBeGreaterThan(30)
    // Each takes the fields that it asks for; it leaves the rest alone.
    const words = { answer: 'accept', message: 'words', text: 'words', body: 'words', carrier: 'UPS', draft: '0'.repeat(32), quote: 1 }
    const own = { email: victim.email, sessionId: victim.sessionId, userId: victim.userId, amount: 1, fullName: 'Mallory', phone: null }
    const named = ([repair, tradeIn] as const).flatMap(({ noun, id }, index) => [
      { noun, id, number: numbers[index], case: { noun, id }, repairId: id, tradeInId: id },
      { noun, id: [file.id, draftFile.id][index], number: numbers[index], case: { noun, number: numbers[index] }, fileId: file.id },
    ])
    const tokens = [revoked, expired, 'guess'].map((token) => ({ token, noun: 'repairs' }))
    const files = [{ id: draftFile.id, machine: 0 }]
    const machines = [{ machineId: NOBODY, grade: 'good' }]
    const tell = async (path: string, sessionId: string | null, input: object) =>
      JSON.stringify(
        (await answerOf(path, sessionId, { ...words, ...own, files, machines, deviceInfo: {}, problemDescription: 'x', ...input })) ?? null,
      )
    expect(await tell('account.case', victim.sessionId, named[0] ?? {})).toContain(numbers[0])
    for (const { path, isSignedIn } of calls) {
      const sessionId = isSignedIn ? await startSession(shop.services, outsider.userId) : null
      const isPublic = access[path]?.rule === 'public'
      for (const input of [...named, ...(isPublic ? tokens : [])]) {
        const text = await tell(path, sessionId, input)
        for (const mark of marks) expect(text.includes(mark), `${path} tells ${mark} by ${JSON.stringify(input)}`).toBe(false)
        if (/\.(case|answerCase|convertCase|takeCaseAnswerBack|onCase)$/.test(path)) expect(text, path).toBe('{"refused":"NOT_FOUND"}')
        if ('token' in input && /\.(track|answer|convert|takeAnswerBack|onTracked|sent)$/.test(path))
          expect(text, path).toBe('{"refused":"NOT_FOUND"}')
      }
      await prisma.rateLimit.deleteMany()
    }
    const theirs = await routes.signedIn(outsider.sessionId)
    for (const headers of [{}, theirs]) {
      for (const { noun, id } of [repair, tradeIn]) {
        for (const kind of ['estimate', 'offer', 'receipt', 'packing-slip'])
          expect(await get(`/api/customer-documents?${new URLSearchParams({ noun, id, kind }).toString()}`, headers)).toBe(404)
        expect(await add(`/api/customer-files?${new URLSearchParams({ noun, id }).toString()}`, await jpeg(), headers)).toBe(404)
      }
      for (const token of [revoked, expired, 'guess', outsiders]) {
        for (const id of [file.id, draftFile.id]) expect(await get(`/api/customer-files/${id}?token=${token}`, headers)).toBe(404)
        if (token === outsiders) continue
        expect(await get(`/api/customer-documents?kind=receipt&token=${token}`, headers)).toBe(404)
        expect(await add(`/api/customer-files?token=${token}`, await jpeg(), headers)).toBe(404)
      }
      for (const id of [file.id, draftFile.id]) expect(await get(`/api/customer-files/${id}`, headers)).toBe(404)
    }
    expect(await state()).toBe(before)
  })

  it('are limited for a case, a customer and a network, each with the time to wait', async () => {
    const { limits } = shop.services
    const [repair, other] = [await insertRepair(), await insertRepair()]
    const owner = await routes.signedIn(customer.sessionId)
    const receipt = (of: CaseRef) =>
      `/api/customer-documents?${new URLSearchParams({ noun: of.noun, id: of.id, kind: 'receipt' }).toString()}`
    const spend = async (name: LimitName, key: LimitKey) => {
      for (let tries = 0; tries < limits.most(name); tries += 1) await limits.note(name, key)
    }
    const refused = async (address: string) => {
      const answer = await fetch(`${routes.url}${address}`, { headers: owner })
      expect(await answer.json()).toEqual({ message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/) })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
      return answer.status
    }
    await spend('documentsOfCase', `repairs ${repair.id}`)
    expect(await refused(receipt(repair))).toBe(429)
    expect(await get(receipt(other), owner)).toBe(200)
    await spend('documentsOfCustomer', customer.userId)
    expect(await refused(receipt(other))).toBe(429)
    const byLink = `/api/customer-documents?kind=receipt&token=${await link(other)}`
    expect(await get(byLink)).toBe(200)
    await spend('documentsOfNetwork', networkOf({ ip: '127.0.0.1' }))
    expect(await refused(byLink)).toBe(429)
    await shop.db.prisma.rateLimit.deleteMany()
  })

  it('are limited in number, and not added to a case that is over', async () => {
    const repair = await insertRepair()
    const { uploadAddress } = await track(await link(repair))
    await shop.db.prisma.caseFile.createMany({
      data: Array.from({ length: MOST_CUSTOMER_PICTURES }, () => ({ ...picture(repair, 'x'), fromCustomer: true })),
    })
    expect(await add(uploadAddress, await jpeg())).toBe(409)
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    expect(await add(uploadAddress, await jpeg())).toBe(409)
  })
})
