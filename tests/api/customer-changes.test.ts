import { callTRPCProcedure, TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CaseRef } from '~/contracts/case-ref'
import { appRouter } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { caseDocument } from '~/server/cases/documents/case-documents'
import { readCaseFacts } from '~/server/cases/documents/read-facts'
import { findCustomerCase } from '~/server/cases/base/customer-case'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { settleForgotten } from '~/server/office/housekeeping/expire-and-check-credit'
import { emailUnreadMessages } from '~/server/cases/messages/unread-emails'
import { ownTables } from '~/server/office/own-data/own-data-tables'
import { ownCaseFiles } from '~/server/office/own-data/own-rows'
import { findPicture } from '~/server/cases/customer/attachments'
import { followCase } from '~/server/cases/customer/follow-case'
import { expireQuotes, remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { hashToken } from '~/server/platform/secrets'
import { procedures } from '../setup/procedures'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { access } from './access-matrix'

/** A case that goes to another customer, and procedures that go from one case to others (docs/decisions/015). */

type Person = Awaited<ReturnType<TestShop['signIn']>>

const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestShop
let admin: Person
let now = TEST_NOW
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, creditLimit: 1_000_000 })
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )

async function link(ref: CaseRef): Promise<string> {
  const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, ref, 'https://shop.example'))
  return address.split('/').at(-1) ?? ''
}
const estimate = async (id: string, label: string, price: number) => {
  await admin.caller.repairs.saveEstimate({ id, lines: [{ kind: 'labour', label, quantity: 1, price }] })
  await admin.caller.repairs.sendEstimate({ id, email: { subject: `${label} letter`, body: `${label} words` } })
}
const offer = async (id: string, value: number, reason: string) => {
  await admin.caller.tradeIns.saveEvaluation({ id, machineId: null, grade: null, checks: [], deductions: [], override: { value, reason } })
  await admin.caller.tradeIns.sendOffer({ id, email: { subject: `${reason} letter`, body: 'words' } })
}
const newCase = (person: Person) => ({
  customer: { userId: person.userId },
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
})
const openRepair = (person: Person) => admin.caller.repairs.create({ ...newCase(person), problemDescription: 'No hash' })
const picture = (ref: CaseRef, name: string, more: object) => ({
  caseId: ref.id,
  kind: 'picture' as const,
  name,
  contentType: 'image/jpeg',
  bytes: 1,
  storageKey: `x/${name}`,
  sha256: 'x',
  ...more,
})

/** Gives a repair something of every kind that bears its customer's mark. */
async function live(person: Person, mark: string, ref: CaseRef, number: string) {
  const { caller } = admin
  await caller.cases.sendMessage({ ...ref, body: `${mark} desk message` })
  await person.caller.account.sendMessage({ noun: 'repairs', number, body: `${mark} own message` })
  await shop.db.prisma.caseFile.create({ data: picture(ref, `${mark}-own.jpg`, { fromCustomer: true }) })
  await shop.db.prisma.caseFile.create({ data: picture(ref, `${mark}-shown.jpg`, { isShared: true }) })
  await estimate(ref.id, `${mark} board`, mark === 'FORMER' ? 100 : 120)
  await person.caller.account.answerCase({ noun: 'repairs', number, answer: 'accept', message: `${mark} answer` })
}

/** A repair of a first customer with all of that, which is a second one's now, with as much. */
async function changed() {
  const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
  const { id, repairNumber: number } = await openRepair(former)
  const ref = { noun: 'repairs', id } as const
  await shop.db.prisma.repair.update({
    where: { id },
    data: { inboundCarrier: 'UPS', inboundTrackingNumber: 'FORMER-PARCEL', sentInAt: now },
  })
  await live(former, 'FORMER', ref, number)
  await admin.caller.repairs.update({ id, diagnosis: 'SECRET diagnosis', repairNotes: 'SECRET notes' })
  await admin.caller.cases.addNote({ ...ref, body: 'SECRET note' })
  await admin.caller.credit.adjust({ userId: former.userId, amount: 100, reason: 'FORMER goodwill' })
  await former.caller.credit.payRepair({ repairId: id, amount: 40 })
  const tokens = { former: await link(ref), next: '' }
  await admin.caller.repairs.updateStatus({ id, status: 'diagnosing' })
  const given = await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
  tokens.next = await link(ref)
  await live(next, 'NEXT', ref, number)
  await admin.caller.repairs.updateStatus({ id, status: 'repairing' })
  return { former, next, ref, number, tokens, given }
}

async function answerOf(path: string, sessionId: string | null, input: object): Promise<unknown> {
  const procedure = procedures[path]
  if (!procedure) throw new Error(`There is no ${path}`)
  const abort = new AbortController()
  const ctx = createInnerTRPCContext({ services: shop.services, sessionId })
  const call = { ctx, path, getRawInput: () => Promise.resolve(input), type: procedure._def.type, signal: abort.signal, batchIndex: 0 }
  try {
    const answer: unknown = await callTRPCProcedure({ ...call, router: appRouter })
    if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer
    return 'a stream'
  } catch (error) {
    if (error instanceof TRPCError) return { refused: error.code }
    throw error
  } finally {
    abort.abort()
  }
}

async function* allRows(person: Person) {
  const prisma = shop.db.prisma
  for (const rows of Object.values(ownTables(prisma, person.userId, person.email))) yield* rows()
  yield* ownCaseFiles(prisma, person.userId)
}
async function archive(person: Person): Promise<string> {
  const rows: object[] = []
  for await (const row of allRows(person)) rows.push(row)
  return JSON.stringify(rows)
}

describe('a repair that goes to another customer', () => {
  it('shows each of them their own part alone, by whichever procedure', { timeout: 120_000 }, async () => {
    const { former, next, ref, number, tokens } = await changed()
    const paths = Object.keys(procedures).filter(
      (path) => /^(account|cases|repairs|tradeIns|credit)\./.test(path) && access[path]?.rule !== 'administrator',
    )
    const queries = paths.filter((path) => procedures[path]?._def.type === 'query')
    expect(queries.length).toBeGreaterThan(15)
    const named = { ...ref, number, case: ref, repairId: ref.id }
    const told = async (person: Person, token: string) => {
      const answers: Record<string, string> = {}
      for (const path of queries) {
        const isPublic = access[path]?.rule === 'public'
        const answer = await answerOf(path, isPublic ? null : person.sessionId, isPublic ? { ...named, token } : named)
        answers[path] = JSON.stringify(answer ?? null)
      }
      return { ...answers, 'account/data.zip': await archive(person) }
    }
    const seen: Record<string, Record<string, string>> = { FORMER: await told(former, tokens.former), NEXT: await told(next, tokens.next) }
    for (const [mark, foreign] of [
      ['FORMER', 'NEXT'],
      ['NEXT', 'FORMER'],
    ] as const) {
      for (const [path, text] of Object.entries(seen[mark] ?? {})) {
        expect(text.includes(foreign), `${path} tells ${mark} of ${foreign}: ${text}`).toBe(false)
        expect(text.includes('SECRET'), `${path} tells what is internal`).toBe(false)
        const other = mark === 'FORMER' ? next : former
        for (const theirs of [other.email, other.userId]) expect(text.includes(theirs), `${path} names the other customer`).toBe(false)
      }
      // All that was theirs is there: letter, message, picture, quote, answer.
      for (const path of ['account.case', 'cases.track', 'account/data.zip']) {
        const text = seen[mark]?.[path] ?? ''
        for (const part of ['board', 'board letter', 'own.jpg', 'shown.jpg', 'answer'])
          expect(text, `${path} of ${mark} lacks ${part}`).toMatch(new RegExp(`${mark}[ -]${part}`))
      }
      for (const path of ['account.caseMessages', 'cases.trackedMessages', 'account.conversations', 'account/data.zip'])
        expect(seen[mark]?.[path], path).toContain(`${mark} own message`)
      for (const path of ['account.repairs']) expect(seen[mark]?.[path], path).toContain(number)
    }
    const past = await former.caller.account.case({ noun: 'repairs', number })
    expect(past).toMatchObject({ status: 'diagnosing', isClosed: true, uploadAddress: null, cost: 100, comparison: null })
    expect(past.passedAt).toBeInstanceOf(Date)
    expect(past.sentIn?.trackingNumber).toBe('FORMER-PARCEL')
    const present = await next.caller.account.case({ noun: 'repairs', number })
    expect(present).toMatchObject({ status: 'repairing', isClosed: false, passedAt: null, sentIn: null })
    expect(JSON.stringify(present.events)).not.toContain('diagnosing')
    expect(JSON.stringify(past.events)).toContain('diagnosing')
    expect(JSON.stringify(past.events)).not.toContain('repairing')
    expect((await former.caller.account.repairs({})).rows).toMatchObject([{ repairNumber: number, status: 'diagnosing' }])
  })

  it('lets its former customer change nothing, by whichever procedure', { timeout: 120_000 }, async () => {
    const { former, ref, number, tokens } = await changed()
    const state = () =>
      shop.db.prisma.$queryRawUnsafe(`SELECT (SELECT md5(t::text) FROM repairs t WHERE id = '${ref.id}') AS repair,
        ${['case_messages', 'case_files', 'case_emails', 'case_quotes', 'case_links']
          .map(
            (table) => `(SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM ${table} t WHERE case_id = '${ref.id}'
            AND customer_id IS DISTINCT FROM '${former.userId}') AS ${table}`,
          )
          .join()}`)
    const before = await state()
    const paths = Object.keys(procedures).filter(
      (path) =>
        /^(account|cases|credit)\./.test(path) &&
        procedures[path]?._def.type === 'mutation' &&
        access[path]?.rule !== 'administrator' &&
        // Of one's own account, and what writes to the address of the case alone.
        !/^(account\.(changePassword|delete|endSession|endOtherSessions|update|chooseEmails)|cases\.requestLink)$/.test(path),
    )
    expect(paths.length).toBeGreaterThan(10)
    const words = { answer: 'accept', message: 'x', body: 'x', carrier: 'UPS', trackingNumber: 'X', all: true, quote: 2, amount: 1 }
    for (const path of paths) {
      const isPublic = access[path]?.rule === 'public'
      const input = { ...words, ...ref, number, repairId: ref.id, until: ref.id, ...(isPublic ? { token: tokens.former } : { case: ref }) }
      const answer = await answerOf(path, isPublic ? null : former.sessionId, input)
      if (/\.(answerCase|convertCase|takeCaseAnswerBack|sendMessage|answer|convert|takeAnswerBack|sendTrackedMessage|sent)$/.test(path))
        expect(answer, path).toEqual({ refused: 'CONFLICT' })
    }
    expect(await state()).toEqual(before)
  })

  it('gives its former customer their credit back, and completing it uses none of theirs', async () => {
    const { former, next, ref, given } = await changed()
    expect(given.notices).toEqual([expect.stringMatching(/^€40\.00 of store credit that was held .* given back to its former customer\.$/)])
    expect(await former.caller.credit.balance()).toMatchObject({ balance: 100, held: 0 })
    await admin.caller.credit.adjust({ userId: next.userId, amount: 30, reason: 'Goodwill' })
    await next.caller.credit.payRepair({ repairId: ref.id, amount: 30 })
    await admin.caller.repairs.updateStatus({ id: ref.id, status: 'completed' })
    expect(await former.caller.credit.balance()).toMatchObject({ balance: 100, held: 0 })
    expect(await next.caller.credit.balance()).toMatchObject({ balance: 0, held: 0 })
    const { payments } = await next.caller.credit.repair({ repairId: ref.id })
    expect(payments).toMatchObject([{ amount: 30, state: 'captured' }])
  })

  it('gives credit back that plain SQL has left held, and takes none of whoever had a case', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, repairNumber: number } = await openRepair(former)
    await live(former, 'FORMER', { noun: 'repairs', id }, number)
    await admin.caller.credit.adjust({ userId: former.userId, amount: 50, reason: 'Goodwill' })
    await former.caller.credit.payRepair({ repairId: id, amount: 50 })
    await shop.db.prisma.$executeRaw`UPDATE repairs SET user_id = ${next.userId}::uuid, status = 'completed' WHERE id = ${id}::uuid`
    await settleForgotten(shop.services)
    expect(await former.caller.credit.balance()).toMatchObject({ balance: 50, held: 0 })
  })

  it('ends what waits for an answer: nobody is reminded or told of the former estimate', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, repairNumber: number } = await openRepair(former)
    await estimate(id, 'FORMER board', 100)
    await admin.caller.cases.sendMessage({ noun: 'repairs', id, body: 'FORMER unread' })
    const [queued, before] = [await link({ noun: 'repairs', id }), now]
    await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
    shop.emails.length = 0
    try {
      for (const days of [0.5, 4, 11, 15]) {
        now = new Date(TEST_NOW.getTime() + days * DAY_MS)
        await emailUnreadMessages(shop.services)
        await remindOfAnswers(shop.services)
        await expireQuotes(shop.services)
        await shop.services.jobs.settled()
      }
    } finally {
      now = before
    }
    expect(shop.emails.filter(({ to }) => to === next.email)).toEqual([])
    expect(await code(next.caller.account.answerCase({ noun: 'repairs', number, answer: 'accept' }))).toBe('CONFLICT')
    expect(await code(admin.caller.repairs.recordAnswer({ id, number: 1, answer: 'accepted', note: null }))).toBe('CONFLICT')
    expect(await next.caller.account.case({ noun: 'repairs', number })).toMatchObject({ quotes: [], cost: null })
    expect(await shop.visitor.cases.track({ token: queued })).toMatchObject({ quotes: [{ state: 'expired' }] })
  })

  it('is printed for each as it is or was theirs, and pictures are had by whose they are', async () => {
    const { former, next, ref } = await changed()
    const { prisma } = shop.db
    const [was, is] = [await findCustomerCase(prisma, ref, former.userId), await findCustomerCase(prisma, ref, next.userId)]
    if (!was || !is) throw new Error('Both have, or had it')
    expect((await readCaseFacts(shop.services, ref, was)).customer?.email).toBe(former.email)
    expect(await readCaseFacts(shop.services, ref, was)).toMatchObject({ status: 'diagnosing' })
    expect((await readCaseFacts(shop.services, ref, is)).customer?.email).toBe(next.email)
    expect(await code(caseDocument(shop.services, { ...ref, kind: 'estimate', number: 1 }, is))).toBe('NOT_FOUND')
    expect(await code(caseDocument(shop.services, { ...ref, kind: 'estimate', number: 2 }, was))).toBe('NOT_FOUND')
    expect(await code(caseDocument(shop.services, { ...ref, kind: 'estimate', number: 1 }, was))).toBe('fine')
    for (const file of await prisma.caseFile.findMany({ where: { caseId: ref.id } })) {
      const isFormers = file.name.startsWith('FORMER')
      expect(Boolean(await findPicture(shop.services, { userId: former.userId }, file.id)), file.name).toBe(isFormers)
      expect(Boolean(await findPicture(shop.services, was, file.id)), file.name).toBe(isFormers)
      expect(Boolean(await findPicture(shop.services, is, file.id)), file.name).toBe(!isFormers)
    }
    const { files } = await admin.caller.cases.files.list(ref)
    expect(Object.fromEntries(files.map(({ name, visibility }) => [name, visibility]))).toMatchObject({
      'FORMER-own.jpg': 'former',
      'FORMER-shown.jpg': 'internal',
      'NEXT-own.jpg': 'customer',
      'NEXT-shown.jpg': 'shared',
    })
  })

  it('tells an open page once that it has gone, and of nothing after that', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id } = await openRepair(former)
    const ref = { noun: 'repairs', id } as const
    const abort = new AbortController()
    const find = async () => {
      const found = await findCustomerCase(shop.db.prisma, ref, former.userId)
      if (!found) throw new Error('It is gone')
      return found
    }
    const events = followCase(shop.services, { find, signal: abort.signal })
    const heard: string[] = []
    const reading = (async () => {
      for await (const { id: event } of events) heard.push(event)
    })()
    const told = (count: number) => expect.poll(() => heard.length, { timeout: 5_000 }).toBe(count)
    await told(1)
    await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
    await told(2)
    await admin.caller.repairs.updateStatus({ id, status: 'testing' })
    // Back again it is theirs, and heard of: nothing of what came between was.
    await admin.caller.repairs.update({ id, customer: { userId: former.userId } })
    await told(3)
    abort.abort()
    await reading.catch(() => undefined)
  })

  it('takes the letters, messages and pictures of a former customer along when their account is deleted', async () => {
    const { former, next, ref, number } = await changed()
    const { prisma } = shop.db
    await prisma.session.update({
      where: { id: former.sessionId },
      data: { createdAt: now, amr: [{ method: 'password', timestamp: now.getTime() / 1000 }] },
    })
    const { owed, onAccount, credit, pending } = await former.caller.account.end()
    await former.caller.account.delete({ email: former.email, confirmed: { owed, onAccount, credit, pending } })
    const letters = await prisma.caseEmail.findMany({ where: { caseId: ref.id } })
    expect(JSON.stringify(letters)).not.toContain(former.email)
    expect(JSON.stringify(letters)).not.toContain('FORMER board words')
    expect(JSON.stringify(letters)).toContain('NEXT board words')
    const messages = await prisma.caseMessage.findMany({ where: { caseId: ref.id } })
    expect(messages.map(({ body }) => body).sort()).toEqual(['NEXT desk message', 'NEXT own message'])
    expect(await prisma.caseFile.count({ where: { caseId: ref.id, name: 'FORMER-own.jpg', removedAt: null } })).toBe(0)
    expect(await prisma.caseLink.count({ where: { caseId: ref.id, customerId: former.userId } })).toBe(0)
    expect(await prisma.caseCustomer.count({ where: { userId: former.userId } })).toBe(0)
    expect(await next.caller.account.case({ noun: 'repairs', number })).toMatchObject({ status: 'repairing' })
    expect(JSON.stringify(await next.caller.account.case({ noun: 'repairs', number }))).not.toContain('FORMER')
  })

  it('is nobody’s after an account went, and the next customer sees nothing of before', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, repairNumber: number } = await openRepair(former)
    await live(former, 'FORMER', { noun: 'repairs', id }, number)
    await admin.caller.repairs.updateStatus({ id, status: 'diagnosing' })
    await shop.db.prisma.$executeRaw`DELETE FROM users WHERE id = ${former.userId}::uuid`
    await admin.caller.repairs.updateStatus({ id, status: 'testing' })
    await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
    const seen = JSON.stringify([
      await next.caller.account.case({ noun: 'repairs', number }),
      await next.caller.account.caseMessages({ noun: 'repairs', number }),
      await archive(next),
    ])
    expect(seen).not.toContain('FORMER')
    expect(seen).not.toContain('diagnosing')
  })

  it('keeps a guest’s past by their link for 90 days, and by the account that they make of the address', async () => {
    const next = await shop.signIn('customer')
    const {
      id,
      repairNumber: number,
      userId,
    } = await admin.caller.repairs.create({
      customer: { email: 'guest@example.com', fullName: 'Gwen' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
      problemDescription: 'x',
    })
    const token = await link({ noun: 'repairs', id })
    await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
    expect(await shop.visitor.cases.track({ token })).toMatchObject({ number, isClosed: true })
    const { expiresAt } = await shop.db.prisma.caseLink.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } })
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(90)
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect((await shop.db.prisma.caseLink.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } })).expiresAt).toEqual(expiresAt)
    expect(userId).not.toBeNull()
    expect(await findCustomerCase(shop.db.prisma, { noun: 'repairs', id }, userId)).toMatchObject({ customerId: userId })
  })
})

describe('a trade-in that goes to another customer', () => {
  it('shows each their own offers, and ends what was to be paid with its credit', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, tradeInNumber: number } = await admin.caller.tradeIns.create(newCase(former))
    const repair = await openRepair(former)
    await estimate(repair.id, 'FORMER board', 80)
    await former.caller.account.answerCase({ noun: 'repairs', number: repair.repairNumber, answer: 'accept' })
    await offer(id, 300, 'FORMER value')
    await former.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'accept' })
    expect(await former.caller.credit.balance()).toMatchObject({ pending: 300 })
    await former.caller.credit.payRepair({ repairId: repair.id, amount: 80, tradeInId: id })
    await admin.caller.tradeIns.update({ id, customer: { userId: next.userId } })
    expect(await former.caller.credit.balance()).toMatchObject({ pending: 0 })
    expect(await next.caller.credit.balance()).toMatchObject({ pending: 0 })
    expect(await former.caller.credit.repair({ repairId: repair.id })).toMatchObject({ pending: 0, payments: [{ state: 'ended' }] })
    expect(await next.caller.account.case({ noun: 'tradeIns', number })).toMatchObject({ quotes: [], finalValue: null, quotedValue: null })
    expect(await former.caller.account.case({ noun: 'tradeIns', number })).toMatchObject({ quotes: [{ total: 300 }], finalValue: 300 })
    await offer(id, 250, 'NEXT value')
    expect(await former.caller.account.case({ noun: 'tradeIns', number })).toMatchObject({ quotes: [{ total: 300 }], finalValue: 300 })
    expect((await next.caller.account.tradeIns({})).rows).toMatchObject([{ finalValue: null, quote: { state: 'sent', total: 250 } }])
    await next.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'accept' })
    await admin.caller.tradeIns.updateStatus({ id, status: 'completed' })
    expect(await next.caller.credit.balance()).toMatchObject({ balance: 250 })
    expect(await former.caller.credit.balance()).toMatchObject({ balance: 0, held: 0 })
  })
})

/** Names in an input that lead from its case to somebody else's. */
const OTHERS = ['all', 'case', 'fromRepair', 'paymentId', 'pictures', 'quote', 'repairId', 'requestId', 'tradeInId', 'warrantyOf']

/** Every procedure that goes from a case to others of its request, device, warranty or payment, and the test that holds whose they are. */
const fromOneToOthers: Record<string, string> = {
  'account.answerCase': 'lets its former customer change nothing',
  'account.takeCaseAnswerBack': 'lets its former customer change nothing',
  'account.sendMessage': 'gives a message no picture of a former customer',
  'cases.answer': 'lets its former customer change nothing',
  'cases.takeAnswerBack': 'lets its former customer change nothing',
  'cases.withdraw': 'withdraws those alone which are the customer’s still',
  'cases.changeAddress': 'its own case alone (customers.test.ts)',
  'cases.confirmRequest': 'answers what became of a request with the cases of whoever made it',
  'cases.convert': 'turns a repair into a trade-in with what is of its customer alone',
  'account.convertCase': 'turns a repair into a trade-in with what is of its customer alone',
  'cases.readings.add': 'its own case alone (case-files.test.ts)',
  'cases.sendMessage': 'gives a message no picture of a former customer',
  'cases.sendTrackedMessage': 'gives a message no picture of a former customer',
  'cases.sent': 'says of those alone that they were sent which are the customer’s still',
  'credit.cancelPayment': 'pays with nobody else’s trade-in, and takes back nobody else’s payment',
  'credit.declineFor': 'one trade-in, of the desk (credit.test.ts)',
  'credit.issueFor': 'one trade-in, of the desk (credit.test.ts)',
  'credit.leftToGive': 'says what an administrator may give: no case is read or changed (security/giving.test.ts)',
  'credit.payRepair': 'pays with nobody else’s trade-in, and takes back nobody else’s payment',
  'credit.payRepairFor': 'pays with nobody else’s trade-in, and takes back nobody else’s payment',
  'credit.release': 'one payment, of the desk (credit-payments.test.ts)',
  'credit.repair': 'shows each of them their own part alone',
  'credit.tradeIn': 'one trade-in, of the desk (credit.test.ts)',
  'repairs.collectionNotices': 'one repair, of the desk (repair-bill.test.ts)',
  'repairs.leftToPay': 'repairs that were chosen, of the desk (invoice-lists.test.ts)',
  'repairs.sendCollectionNotice': 'one repair, of the desk (repair-bill.test.ts)',
  'repairs.create': 'claims the warranty of a customer’s own repair alone',
  'repairs.update': 'claims the warranty of a customer’s own repair alone',
}

describe('from one case to others', () => {
  it('goes no procedure that is not tested', () => {
    const found = Object.entries(procedures).filter(([path, { _def: of }]) => {
      if (!/^(account|cases|repairs|tradeIns|credit)\./.test(path) || of.type === 'subscription') return false
      const [input] = of.inputs
      if (!(input instanceof z.core.$ZodType)) return false
      // Of many cases at once each is one that was chosen. `quote` is a state in the filters of lists, and leads nowhere.
      if (/\.(updateStatuses|countEmails|list|countMatching)$/.test(path)) return false
      const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
      return OTHERS.some((name) => name in properties)
    })
    const named = found.map(([path]) => path)
    // These name no other in what they take.
    const byThemselves = ['account.convertCase', 'cases.confirmRequest', 'cases.convert', 'repairs.update']
    expect([...named, ...byThemselves].sort()).toEqual(Object.keys(fromOneToOthers).sort())
  })

  it('says of those alone that they were sent which are the customer’s still', async () => {
    const [former, next, leaver] = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')]
    const { prisma } = shop.db
    const request = await prisma.caseRequest.create({ data: { noun: 'tradeIns', userId: former.userId, confirmedAt: now } })
    const make = (person: Person, more: object = {}) =>
      prisma.tradeIn.create({ data: { userId: person.userId, requestId: request.id, ...more } })
    const mine = await make(former)
    const together = await make(former)
    const others = [
      await make(former),
      await make(leaver),
      await make(former, { status: 'rejected' }),
      await make(former, { arrivedAt: now }),
    ]
    await admin.caller.tradeIns.update({ id: others[0]?.id ?? '', customer: { userId: next.userId } })
    await prisma.$executeRaw`DELETE FROM users WHERE id = ${leaver.userId}::uuid`
    const sent = { case: { noun: 'tradeIns', id: mine.id }, carrier: 'UPS', trackingNumber: 'MINE', all: true } as const
    expect(await former.caller.cases.sent(sent)).toEqual({ sent: 2 })
    const rows = await prisma.tradeIn.findMany({ where: { requestId: request.id, inboundTrackingNumber: 'MINE' }, select: { id: true } })
    expect(rows.map(({ id }) => id).sort()).toEqual([mine.id, together.id].sort())
    expect(await code(former.caller.cases.sent({ ...sent, case: { noun: 'tradeIns', id: others[0]?.id ?? '' } }))).toBe('CONFLICT')
    const token = await link({ noun: 'tradeIns', id: others[0]?.id ?? '' })
    expect(await shop.visitor.cases.sent({ token, carrier: 'DPD', trackingNumber: 'NEXT', all: true })).toEqual({ sent: 1 })
  })

  it('withdraws those alone which are the customer’s still', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { prisma } = shop.db
    const request = await prisma.caseRequest.create({ data: { noun: 'tradeIns', userId: former.userId, confirmedAt: now } })
    const make = () => prisma.tradeIn.create({ data: { userId: former.userId, requestId: request.id } })
    const [mine, passed, kept] = [await make(), await make(), await make()]
    for (const { id } of [passed, kept]) await admin.caller.tradeIns.update({ id, customer: { userId: next.userId } })
    const together = await make()
    const withdraw = ({ id }: { id: string }) => ({ case: { noun: 'tradeIns', id }, all: true }) as const
    expect(await former.caller.cases.withdraw(withdraw(mine))).toEqual({ withdrawn: 2 })
    expect(await code(former.caller.cases.withdraw(withdraw(passed)))).toBe('CONFLICT')
    const statuses = async () =>
      (await prisma.tradeIn.findMany({ where: { requestId: request.id } })).map(({ id, status }) => [id, status]).sort()
    const ended = (...ids: string[]) =>
      [mine, passed, kept, together].map(({ id }) => [id, ids.includes(id) ? 'rejected' : 'submitted']).sort()
    expect(await statuses()).toEqual(ended(mine.id, together.id))
    const token = await link({ noun: 'tradeIns', id: passed.id })
    expect(await shop.visitor.cases.withdraw({ token, all: true })).toEqual({ withdrawn: 2 })
  })

  it('claims the warranty of a customer’s own repair alone', async () => {
    const [owner, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id } = await openRepair(owner)
    await shop.db.prisma.$executeRaw`UPDATE repairs SET status = 'completed', completed_at = ${now} WHERE id = ${id}::uuid`
    const claim = (person: Person) => admin.caller.repairs.create({ ...newCase(person), problemDescription: 'Again', warrantyOf: id })
    expect(await code(claim(next))).toBe('BAD_REQUEST')
    const claimed = await claim(owner)
    expect(claimed).toMatchObject({ warrantyOf: id, estimatedCost: 0 })
    // Given to somebody else, a claim is none.
    expect(await admin.caller.repairs.update({ id: claimed.id, customer: { userId: next.userId } })).toMatchObject({
      warrantyOf: null,
      warrantySale: null,
      estimatedCost: null,
      actualCost: null,
    })
    // The warranty goes with the machine.
    await admin.caller.repairs.update({ id, customer: { userId: next.userId } })
    expect(await code(claim(owner))).toBe('BAD_REQUEST')
    expect(await code(claim(next))).toBe('fine')
    // Nobody's since an account went.
    await shop.db.prisma.$executeRaw`UPDATE repairs SET user_id = NULL WHERE id = ${id}::uuid`
    expect(await code(claim(next))).toBe('BAD_REQUEST')
  })

  it('turns a repair into a trade-in with what is of its customer alone', async () => {
    const { former, next, ref, number, tokens } = await changed()
    expect(await code(former.caller.account.convertCase({ noun: 'repairs', number }))).toBe('CONFLICT')
    expect(await code(shop.visitor.cases.convert({ token: tokens.former }))).toBe('CONFLICT')
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: ref.id, number: 2 }, data: { state: 'sent' } })
    const made = await next.caller.account.convertCase({ noun: 'repairs', number })
    const view = JSON.stringify([
      await next.caller.account.case({ noun: 'tradeIns', number: made.number }),
      await next.caller.account.caseMessages({ noun: 'tradeIns', number: made.number }),
    ])
    expect(view).toContain('NEXT own message')
    expect(view).not.toContain('FORMER')
    // The former customer's stay with the repair.
    expect(JSON.stringify(await shop.visitor.cases.trackedMessages({ token: tokens.former }))).toContain('FORMER own message')
    expect(await shop.visitor.cases.track({ token: tokens.former })).toMatchObject({ noun: 'repairs', linked: null })
    expect(await code(former.caller.account.case({ noun: 'tradeIns', number: made.number }))).toBe('NOT_FOUND')
    // The trade-in given on shows its next customer nothing of the repair before.
    const third = await shop.signIn('customer')
    const { id } = await shop.db.prisma.tradeIn.findUniqueOrThrow({ where: { tradeInNumber: made.number } })
    await admin.caller.tradeIns.update({ id, customer: { userId: third.userId } })
    const seen = JSON.stringify(await third.caller.account.case({ noun: 'tradeIns', number: made.number }))
    for (const mark of ['FORMER', 'NEXT', number]) expect(seen).not.toContain(mark)
    expect(await next.caller.account.case({ noun: 'tradeIns', number: made.number })).toMatchObject({ isClosed: true })
    expect(await code(next.caller.account.convertCase({ noun: 'repairs', number }))).toBe('CONFLICT')
  })

  it('gives a message no picture of a former customer', async () => {
    const { next, ref, number, tokens } = await changed()
    const { id } = await shop.db.prisma.caseFile.findFirstOrThrow({ where: { caseId: ref.id, name: 'FORMER-own.jpg' } })
    const message = { body: 'Look', pictures: [id] }
    expect(await code(admin.caller.cases.sendMessage({ ...ref, ...message }))).toBe('BAD_REQUEST')
    expect(await code(next.caller.account.sendMessage({ noun: 'repairs', number, ...message }))).toBe('BAD_REQUEST')
    expect(await code(shop.visitor.cases.sendTrackedMessage({ token: tokens.next, ...message }))).toBe('BAD_REQUEST')
  })

  it('pays with nobody else’s trade-in, and takes back nobody else’s payment', async () => {
    const [owner, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const repair = await openRepair(owner)
    await estimate(repair.id, 'Board', 80)
    await owner.caller.account.answerCase({ noun: 'repairs', number: repair.repairNumber, answer: 'accept' })
    const tradeIn = await admin.caller.tradeIns.create(newCase(owner))
    await offer(tradeIn.id, 90, 'Agreed')
    await owner.caller.account.answerCase({ noun: 'tradeIns', number: tradeIn.tradeInNumber, answer: 'accept' })
    const pay = { repairId: repair.id, amount: 10, tradeInId: tradeIn.id }
    const { payments } = await owner.caller.credit.payRepair(pay)
    expect(await code(other.caller.credit.cancelPayment({ paymentId: payments[0]?.id ?? '' }))).toBe('NOT_FOUND')
    await admin.caller.tradeIns.update({ id: tradeIn.id, customer: { userId: other.userId } })
    expect(await code(owner.caller.credit.payRepair(pay))).toBe('NOT_FOUND')
    expect(await code(admin.caller.credit.payRepairFor(pay))).toBe('NOT_FOUND')
    // Its new customer has accepted nothing yet.
    await admin.caller.repairs.update({ id: repair.id, customer: { userId: other.userId } })
    expect(await code(other.caller.credit.payRepair(pay))).toBe('CONFLICT')
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET user_id = NULL WHERE id = ${tradeIn.id}::uuid`
    await estimate(repair.id, 'Board again', 80)
    await other.caller.account.answerCase({ noun: 'repairs', number: repair.repairNumber, answer: 'accept' })
    expect(await code(other.caller.credit.payRepair(pay))).toBe('NOT_FOUND')
  })

  it('answers what became of a request with the cases of whoever made it', async () => {
    const next = await shop.signIn('customer')
    const { machines } = {
      machines: [await shop.db.prisma.tradeInMachine.create({ data: { manufacturer: 'Bitmain', model: 'Req 1', baseValueGood: 100 } })],
    }
    shop.emails.length = 0
    await shop.visitor.tradeIns.request({
      customer: { email: 'asks@example.com', fullName: 'Asker' },
      machines: [0, 1].map(() => ({ machineId: machines[0]?.id ?? '', grade: 'good' as const })),
    })
    const token = /#confirm=([\w-]+)/.exec(shop.emails[0]?.text ?? '')?.[1] ?? ''
    const opened = await shop.visitor.cases.confirmRequest({ token })
    if (opened.state !== 'opened') throw new Error('It was opened')
    const [first] = opened.cases
    await admin.caller.tradeIns.update({
      id: first?.id ?? '',
      customer: { userId: next.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Of the next' },
    })
    const again = await shop.visitor.cases.confirmRequest({ token })
    expect(again).toMatchObject({ cases: [{ device: 'Bitmain Req 1' }, { device: 'Bitmain Req 1' }] })
    await shop.db.prisma.$executeRaw`DELETE FROM users WHERE email = 'asks@example.com'`
    expect(await code(shop.visitor.cases.confirmRequest({ token }))).toBe('BAD_REQUEST')
  })
})
