import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '~/contracts/link-token'
import { findCustomerCase } from '~/server/cases/base/customer-case'
import { readCaseFacts } from '~/server/cases/documents/read-facts'
import { caseOfToken } from '~/server/cases/base/tracking-links'
import { hashToken, randomToken } from '~/server/platform/secrets'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** All machines of one request: one page, one link, one packing slip, and parcels for what is in them. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )

let shop: TestShop
let admin: SignedIn
let count = 0

beforeAll(async () => {
  shop = await openTestShop({ offerLimit: 1_000_000 })
  admin = await shop.signIn('admin')
})
beforeEach(() => {
  shop.emails.length = 0
})
afterAll(() => shop.close())

/** Asks for the trade-in of some machines without an account. @returns their numbers, and the tokens of both emails */
async function ask(machines = 3) {
  const machine = await shop.db.prisma.tradeInMachine.create({
    data: { ...shop.factories.machine(), isActive: true, baseValueGood: 100, baseValueFair: 80 },
  })
  const email = `farm${(count += 1)}@example.com`
  await shop.visitor.tradeIns.request({
    customer: { email, fullName: 'Ada Byron', phone: null },
    machines: Array.from({ length: machines }, (_each, index) => ({
      machineId: machine.id,
      grade: 'good' as const,
      serialNumber: `SN-${count}-${index}`,
    })),
  })
  const find = (pattern: RegExp) =>
    shop.emails.flatMap(({ to, text }) => (to === email ? (pattern.exec(text)?.[1] ?? []) : [])).at(-1) ?? ''
  const confirming = find(/#confirm=([\w-]+)/)
  const opened = await shop.visitor.cases.confirmRequest({ token: confirming })
  if (opened.state !== 'opened') throw new Error('It was opened')
  const numbers = opened.cases.map(({ number }) => number)
  const [first = '', second = '', third = ''] = numbers
  return { email, confirming, token: find(/\/track\/([\w-]+)/), numbers, first, second, third, cases: opened.cases }
}
const track = (token: string) => shop.visitor.cases.track({ token })

describe('one link', () => {
  it('opens every machine of its request, with what each needs, and nothing of another request', async () => {
    const { token, confirming, numbers, second, cases } = await ask()
    const other = await ask()
    const page = await track(token)
    expect(page.request?.map(({ number, value }) => [number, value])).toEqual(numbers.map((number) => [number, 100]))
    expect(page.request?.every(({ facts }) => facts.noun === 'tradeIns' && !facts.isHere && facts.sent === null)).toBe(true)
    const of = { noun: 'tradeIns', id: cases[1]?.id ?? '' } as const
    await admin.caller.cases.arrived(of)
    await admin.caller.tradeIns.saveEvaluation({ ...of, machineId: null, grade: 'fair', checks: [], deductions: [], override: null })
    await admin.caller.tradeIns.sendOffer({ id: of.id })
    const mine = await track(tokenOf(token, second))
    expect(mine).toMatchObject({
      number: second,
      hasArrived: true,
      quotedGrade: 'good',
      quotedValue: 100,
      quotes: [{ state: 'sent', total: 80 }],
    })
    expect((await track(token)).request?.map(({ value, facts }) => [value, facts.quote?.state ?? null])).toEqual([
      [100, null],
      [80, 'sent'],
      [100, null],
    ])
    for (const { address } of mine.documents) expect(address).toContain(new URLSearchParams({ token: tokenOf(token, second) }).toString())
    const answered = await shop.visitor.cases.answer({ token: tokenOf(token, second), answer: 'accept' })
    expect(answered.quotes).toMatchObject([{ state: 'accepted' }])
    // The email that was confirmed by leads there too.
    expect((await track(tokenOf(confirming, second))).number).toBe(second)
    for (const wrong of [tokenOf(token, other.first), tokenOf('guess', second), tokenOf(token, ''), `${token}~${second}~`])
      expect(await code(track(wrong))).toBe('NOT_FOUND')
  })

  it('of before opens its own case alone', async () => {
    const { first, second, cases } = await ask()
    const secret = randomToken()
    await shop.db.prisma.caseLink.create({ data: { caseId: cases[0]?.id ?? '', tokenHash: hashToken(secret) } })
    expect(await track(secret)).toMatchObject({ number: first, request: null })
    expect(await code(track(tokenOf(secret, second)))).toBe('NOT_FOUND')
    const theirs = await caseOfToken(shop.db.prisma, TEST_NOW, secret)
    if (!theirs) throw new Error('The link is good')
    expect((await readCaseFacts(shop.services, theirs.ref, theirs)).together).toEqual([])
  })

  it('ends for all of them when the desk revokes the links of one', async () => {
    const { token, confirming, second, cases } = await ask()
    const of = { noun: 'tradeIns', id: cases[2]?.id ?? '' } as const
    expect(await admin.caller.cases.links(of)).toMatchObject({ active: 2 })
    await admin.caller.cases.revokeLinks(of)
    for (const each of [token, confirming, tokenOf(token, second)]) expect(await code(track(each))).toBe('NOT_FOUND')
  })

  it('shows a machine that went to somebody else as it was, and its new customer nothing of the others', async () => {
    const { token, numbers, second, cases } = await ask()
    const next = await shop.signIn('customer')
    await admin.caller.tradeIns.update({ id: cases[1]?.id ?? '', customer: { userId: next.userId } })
    expect((await track(token)).request?.map(({ number }) => number)).toEqual(numbers)
    expect((await track(tokenOf(token, second))).passedAt).not.toBeNull()
    expect(await code(shop.visitor.cases.answer({ token: tokenOf(token, second), answer: 'accept' }))).toBe('CONFLICT')
    expect(await next.caller.account.case({ noun: 'tradeIns', number: second })).toMatchObject({ number: second, request: null })
  })

  it('hears of a change of any of them', async () => {
    const { token, cases } = await ask()
    const events = (await shop.visitor.cases.onTracked({ token }))[Symbol.asyncIterator]()
    await events.next()
    const next = events.next()
    await admin.caller.cases.arrived({ noun: 'tradeIns', id: cases[2]?.id ?? '' })
    expect(await next).toMatchObject({ done: false })
    await events.return?.()
  })
})

describe('a parcel', () => {
  it('is for the machines that are chosen, and for those alone', async () => {
    const { token, first, second, third, cases } = await ask()
    const other = await ask()
    const send = (numbers: string[], of = token) => shop.visitor.cases.sent({ token: of, carrier: 'DHL', trackingNumber: 'JD1', numbers })
    expect(await send([first, third])).toEqual({ sent: 2 })
    const sentOf = async () => (await track(token)).request?.map(({ facts }) => facts.sent !== null)
    expect(await sentOf()).toEqual([true, false, true])
    expect(await code(send([second, other.first]))).toBe('CONFLICT')
    expect(await code(send([]))).toBe('BAD_REQUEST')
    expect(await sentOf()).toEqual([true, false, true])
    // The link is of the first, which has arrived: the second may still be sent.
    await admin.caller.cases.arrived({ noun: 'tradeIns', id: cases[0]?.id ?? '' })
    expect(await code(send([first]))).toBe('CONFLICT')
    expect(await send([second])).toEqual({ sent: 1 })
    expect(await sentOf()).toEqual([true, true, true])
  })

  it('has one packing slip that lists every machine which has not arrived', async () => {
    const { email, numbers, second, cases } = await ask()
    const user = await shop.db.prisma.user.findUniqueOrThrow({ where: { email } })
    const of = { noun: 'tradeIns', id: cases[0]?.id ?? '' } as const
    const theirs = await findCustomerCase(shop.db.prisma, of, user.id)
    if (!theirs) throw new Error('It is theirs')
    const listed = async () => (await readCaseFacts(shop.services, of, theirs)).together.map(({ number }) => number)
    expect(await listed()).toEqual(numbers)
    await admin.caller.cases.arrived({ noun: 'tradeIns', id: cases[1]?.id ?? '' })
    expect(await listed()).toEqual(numbers.filter((number) => number !== second))
    expect((await readCaseFacts(shop.services, of)).together).toHaveLength(2)
  })
})
