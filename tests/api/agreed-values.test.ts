import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAnswer } from '~/server/cases/quotes/answer-quote'
import { tradeInOffers } from '~/server/cases/quotes/trade-in-offers'
import { expireQuotes } from '~/server/cases/quotes/unanswered-quotes'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

/**
 * Store credit follows the value that a customer accepted, or that an administrator confirmed without their acceptance; never an offer that
 * was only sent.
 */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: typeof admin

beforeAll(async () => {
  shop = await openTestShop({ offerLimit: 5000, creditLimit: 1000 })
})
// New people for each test: the limit counts sums over 30 days, by administrator and by customer.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: TEST_NOW } })
  shop.emails.length = 0
})
afterAll(() => shop.close())

const tradeIns = () => admin.caller.tradeIns
const balance = async () => (await customer.caller.credit.balance()).balance
const finalValueOf = async (id: string) => (await tradeIns().byId({ id })).finalValue

async function open(estimatedValue: number | null = 250): Promise<{ id: string; number: string }> {
  const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
  const { id, tradeInNumber } = await tradeIns().create({ customer: { userId: customer.userId }, deviceInfo: device })
  await tradeIns().update({ id, estimatedValue })
  return { id, number: tradeInNumber }
}
async function offer(id: string, value: number) {
  await tradeIns().saveEvaluation({ id, grade: null, override: { value, reason: 'As we found it' } })
  await tradeIns().sendOffer({ id })
}
const answer = (id: string, number: number, said: 'accepted' | 'declined' | 'disputed', via: 'online' | 'telephone' = 'online') =>
  shop.db.prisma.$transaction((tx) =>
    writeAnswer(tx, { ...shop.services, actor: { userId: customer.userId, email: customer.email } }, tradeInOffers, {
      caseId: id,
      number,
      answer: said,
      note: null,
      via,
      at: TEST_NOW,
    }),
  )
const runOut = async (id: string) => {
  await shop.db.prisma.caseQuote.updateMany({ where: { caseId: id, state: 'sent' }, data: { expiresAt: TEST_NOW } })
  await expireQuotes(shop.services)
}

/** The ways in which an offer of €180.00 fails, and the sentence that administrators read about each. */
const unagreed: [name: string, make: (id: string, number: string) => Promise<unknown>, says: string][] = [
  ['is not answered', (id) => offer(id, 180), 'The customer has not answered our offer of €180.00 of store credit'],
  [
    'has ended',
    async (id) => {
      await offer(id, 180)
      await runOut(id)
    },
    'The customer has not answered our offer of €180.00 of store credit, and it has ended',
  ],
  [
    'is declined',
    async (id) => {
      await offer(id, 180)
      await answer(id, 1, 'declined')
    },
    'The customer has declined our offer of €180.00 of store credit',
  ],
  [
    'is disputed',
    async (id) => {
      await offer(id, 180)
      await answer(id, 1, 'disputed')
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
  [
    'is disputed on the telephone',
    async (id) => {
      await offer(id, 180)
      await tradeIns().recordAnswer({ id, number: 1, answer: 'disputed', note: null })
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
  [
    'is disputed, and another value is drafted',
    async (id) => {
      await offer(id, 180)
      await answer(id, 1, 'disputed')
      await tradeIns().saveEvaluation({ id, grade: null, override: { value: 400, reason: 'Another look' } })
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
  [
    'was accepted, and that was taken back',
    async (id, number) => {
      await offer(id, 180)
      await customer.caller.account.answerCase({ noun: 'tradeIns', number, answer: 'accept' })
      await customer.caller.account.takeCaseAnswerBack({ noun: 'tradeIns', number, quote: 1 })
    },
    'The customer has not answered our offer of €180.00 of store credit',
  ],
  [
    'follows a value that an administrator had set',
    async (id) => {
      await tradeIns().update({ id, finalValue: 220 })
      await offer(id, 180)
      await answer(id, 1, 'disputed')
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
  [
    'is disputed, and plain SQL sets a final value',
    async (id) => {
      await offer(id, 180)
      await answer(id, 1, 'disputed')
      await shop.db.prisma.$executeRaw`UPDATE trade_ins SET final_value = 180 WHERE id = ${id}::uuid`
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
  [
    'was confirmed, and is disputed after that',
    async (id) => {
      await offer(id, 180)
      await tradeIns().update({ id, finalValue: 180, confirmsValue: true })
      await answer(id, 1, 'disputed')
    },
    'The customer disagrees with our offer of €180.00 of store credit',
  ],
]

/** The ways to complete a trade-in. */
const ways: [name: string, complete: (id: string, number: string) => Promise<readonly string[]>][] = [
  ['its status', async (id) => (await tradeIns().updateStatus({ id, status: 'completed' })).notices ?? []],
  [
    'its status by version',
    async (id) =>
      (await tradeIns().updateStatus({ id, status: 'completed', version: (await tradeIns().byId({ id })).version })).notices ?? [],
  ],
  ['a bulk change', async (id) => (await tradeIns().updateStatuses({ ids: [{ id }], status: 'completed' })).notices ?? []],
  [
    'a bulk change of a view',
    async (_id, number) => (await tradeIns().updateStatuses({ all: { search: number }, expected: 1, status: 'completed' })).notices ?? [],
  ],
  [
    'Undo',
    async (id) => {
      await tradeIns().updateStatus({ id, status: 'completed' })
      const { change = '' } = await tradeIns().updateStatuses({ ids: [{ id }], status: 'rejected' })
      return (await tradeIns().undoStatuses({ change })).notices ?? []
    },
  ],
]

const [disputed] = unagreed.filter(([name]) => name === 'is disputed')
const [byStatus] = ways
/** Each failed offer with one way to complete, and each way with one failed offer. */
const cells = [
  ...unagreed.map(([name, make, says]) => ({ name, make, says, way: byStatus?.[0] ?? '', complete: byStatus?.[1] })),
  ...ways.slice(1).map(([way, complete]) => ({ name: disputed?.[0] ?? '', make: disputed?.[1], says: disputed?.[2] ?? '', way, complete })),
]

describe('a trade-in whose offer', () => {
  it.each(cells)('$name can be completed by $way, brings no credit, and says what waits', async ({ make, says, complete }) => {
    if (!make || !complete) throw new Error('Nothing to try')
    const { id, number } = await open()
    await make(id, number)
    const notices = await complete(id, number)
    expect((await tradeIns().byId({ id })).status).toBe('completed')
    expect(notices).toEqual([expect.stringContaining(says)])
    expect([await balance(), await shop.db.prisma.creditRequest.count({ where: { causeId: id } })]).toEqual([0, 0])
    expect(await admin.caller.credit.tradeIn({ tradeInId: id })).toMatchObject({
      missing: 'agreement',
      issued: 0,
      unagreed: { total: 180 },
    })
    const issued = shop.emails.filter(({ to, text }) => to === customer.email && text.includes('Its value is'))
    expect(issued).toEqual([])
    // Without confirming it, an administrator issues nothing.
    await expect(admin.caller.credit.issueFor({ tradeInId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(says),
    })
    await expect(tradeIns().update({ id, finalValue: 200 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(says),
    })
    // Once they confirm it, they can.
    expect(await tradeIns().update({ id, finalValue: 200, confirmsValue: true })).toMatchObject({ finalValue: 200 })
    expect(await admin.caller.credit.issueFor({ tradeInId: id })).toMatchObject({ issued: 200, missing: null, unagreed: null })
    expect(await balance()).toBe(200)
    const entries = await shop.db.prisma.auditEntry.findMany({
      where: { subjectId: id, action: 'trade_in.value_confirmed' },
      orderBy: { id: 'asc' },
    })
    expect(entries.at(-1)).toMatchObject({ actorEmail: admin.email, after: { confirmedValue: 200, offered: 180 } })
  })
})

describe('the final value', () => {
  it('is set by acceptance, and completing issues it', async () => {
    const { id } = await open()
    await offer(id, 180)
    expect(await finalValueOf(id)).toBeNull()
    await answer(id, 1, 'accepted')
    expect(await finalValueOf(id)).toBe(180)
    const { notices } = await tradeIns().updateStatus({ id, status: 'completed' })
    expect([notices, await balance()]).toEqual([['€180.00 of store credit was issued.'], 180])
  })

  it('stays what was accepted before, whatever is offered after it and not accepted', async () => {
    for (const said of [null, 'disputed', 'declined'] as const) {
      const { id } = await open()
      await offer(id, 180)
      await answer(id, 1, 'accepted')
      await offer(id, 90)
      if (said) await answer(id, 2, said)
      expect(await finalValueOf(id)).toBe(180)
      const before = await balance()
      await tradeIns().updateStatus({ id, status: 'completed' })
      expect(await balance()).toBe(before + 180)
    }
  })

  it('that was accepted is corrected by an administrator: nobody disagrees', async () => {
    const { id } = await open()
    await offer(id, 180)
    await answer(id, 1, 'accepted')
    expect(await tradeIns().update({ id, finalValue: 180 })).toMatchObject({ finalValue: 180 })
    expect(await tradeIns().update({ id, finalValue: null })).toMatchObject({ finalValue: null })
    expect(await tradeIns().update({ id, finalValue: 150 })).toMatchObject({ finalValue: 150 })
    await tradeIns().updateStatus({ id, status: 'completed' })
    expect(await balance()).toBe(150)
  })

  it('needs nobody to confirm it where nothing was offered, and is no reason to confirm nothing', async () => {
    const { id } = await open()
    await tradeIns().saveEvaluation({ id, grade: null, override: { value: 400, reason: 'A draft' } })
    await tradeIns().update({ id, finalValue: 220 })
    await tradeIns().updateStatus({ id, status: 'completed' })
    expect(await balance()).toBe(220)
    await expect(tradeIns().update({ id, finalValue: 1, confirmsValue: false } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('that was agreed with one customer is not agreed with the next', async () => {
    const { id } = await open()
    await offer(id, 180)
    await answer(id, 1, 'accepted')
    const next = await shop.signIn('customer')
    await tradeIns().update({ id, customer: { userId: next.userId } })
    const { notices } = await tradeIns().updateStatus({ id, status: 'completed' })
    expect(notices).toEqual([
      expect.stringContaining('Our offer of €180.00 of store credit was made to an earlier customer of this trade-in'),
    ])
    expect((await next.caller.credit.balance()).balance).toBe(0)
  })

  it('is not told as issued by the count of a bulk change', async () => {
    const { id } = await open()
    await offer(id, 180)
    await answer(id, 1, 'disputed')
    // The status change alone.
    expect(await tradeIns().countEmails({ ids: [{ id }], status: 'completed' })).toMatchObject({ emails: 1 })
  })
})

describe('what the customer of a completed trade-in is written', () => {
  const about = () => shop.emails.filter(({ to }) => to === customer.email)
  const withValue = (value: string) => about().filter(({ text, subject }) => `${subject}\n${text}`.includes(value))
  const complete = async (id: string) => {
    shop.emails.length = 0
    const { body } = await admin.caller.cases.previewStatusEmail({ noun: 'tradeIns', id, status: 'completed' })
    const answered = await tradeIns().updateStatus({ id, status: 'completed' })
    return { body, answered }
  }

  it('names the value where the credit is issued', async () => {
    const { id } = await open()
    await offer(id, 180)
    await answer(id, 1, 'accepted')
    const { body } = await complete(id)
    expect(body).toContain('Its value is €180.00 of store credit.')
    expect(withValue('is complete')).toHaveLength(1)
    expect(withValue('€180.00 of store credit is in your account')).toHaveLength(1)
    expect(about()).toHaveLength(2)
  })

  it('names no value while the credit waits for an approval, and names it once when that is given', async () => {
    const { id } = await open()
    await offer(id, 1800)
    await answer(id, 1, 'accepted')
    const { body, answered } = await complete(id)
    expect(answered.notices).toEqual([expect.stringContaining('€1,800.00 of store credit waits for a second administrator')])
    expect(body).toContain('We check its store credit once more, and write to you when it is in your account.')
    expect(about()).toHaveLength(1)
    expect(about()[0]?.text).toContain('We check its store credit once more')
    expect(withValue('1,800')).toEqual([])
    const second = await shop.signIn('admin')
    const request = await shop.db.prisma.creditRequest.findFirstOrThrow({ where: { causeId: id } })
    await second.caller.credit.approve({ id: request.id })
    expect(await balance()).toBe(1800)
    expect(withValue('€1,800.00')).toHaveLength(1)
  })

  it('says that nothing is settled while the customer disagrees', async () => {
    const { id } = await open()
    await offer(id, 180)
    await answer(id, 1, 'disputed')
    const { body } = await complete(id)
    expect(body).toContain(
      'You have told us that you disagree with our offer of €180.00 of store credit. We add no store credit before that is settled',
    )
    expect(about()).toHaveLength(1)
    expect(about()[0]?.text).not.toContain('Its value is')
  })

  it('is the value by email too where the address is not verified, once the credit is issued', async () => {
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: null } })
    const { id } = await open()
    await offer(id, 1800)
    await answer(id, 1, 'accepted')
    await complete(id)
    expect(withValue('1,800')).toEqual([])
    const second = await shop.signIn('admin')
    const request = await shop.db.prisma.creditRequest.findFirstOrThrow({ where: { causeId: id } })
    await second.caller.credit.approve({ id: request.id })
    expect(withValue('€1,800.00')).toHaveLength(1)
  })
})

describe('an approval', () => {
  it('of credit whose value is no longer agreed is refused', async () => {
    const { id } = await open()
    await offer(id, 1800)
    await answer(id, 1, 'accepted')
    await tradeIns().updateStatus({ id, status: 'completed' })
    await shop.db.prisma.$executeRaw`UPDATE case_quotes SET state = 'disputed' WHERE case_id = ${id}::uuid`
    const second = await shop.signIn('admin')
    const request = await shop.db.prisma.creditRequest.findFirstOrThrow({ where: { causeId: id } })
    const refused = { code: 'CONFLICT', message: expect.stringContaining('The customer disagrees with our offer of €1,800.00') }
    await expect(second.caller.credit.approve({ id: request.id })).rejects.toMatchObject(refused)
    expect(await balance()).toBe(0)
  })
})
