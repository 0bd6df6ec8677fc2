import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EMAIL_WAIT_SECONDS } from '~/contracts/change-emails'
import { remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { gatherGroup } from '~/server/platform/outbox/gather-emails'
import { outgoingEmail } from '~/server/platform/outbox/outbox'
import { openTestShop, type TestShop } from '../setup/shop'

/** The machines of a request that take a step together bring their customer one email about it. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: typeof admin
beforeAll(async () => {
  shop = await openTestShop({ holdSeconds: EMAIL_WAIT_SECONDS })
  const person = await shop.signIn('admin')
  admin = { ...person, caller: shop.callerOf(person.sessionId, { namesLetters: true }) }
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

const run = (sql: string) => shop.db.prisma.$queryRawUnsafe<{ id: string; data: unknown; start: Date }[]>(sql)
const waiting = () =>
  run(
    `SELECT id::text, data, start_after AS start FROM shop_queue.job WHERE name = 'letters' AND state = 'created' ORDER BY data ->> 'postedAt'`,
  )
/** Time goes on, and what waits goes out. */
async function letGo() {
  await run(`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE name = 'letters' AND state = 'created'`)
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
}

const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
/** Three trade-ins of one request. */
async function takeIn(of = customer) {
  const one = { deviceInfo: device }
  const first = await admin.caller.tradeIns.create({ customer: { userId: of.userId }, ...one, others: [one, one] })
  const together = await admin.caller.tradeIns.together({ id: first.id })
  await letGo()
  shop.emails.length = 0
  return together
}
const approve = (id: string) => admin.caller.tradeIns.updateStatus({ id, status: 'approved' })

describe('emails about one step of a request', () => {
  let three: Awaited<ReturnType<typeof takeIn>>
  beforeEach(async () => {
    three = await takeIn()
  })

  it('written one after the other wait for each other, and go out as one that names every machine', async () => {
    for (const { id } of three) await approve(id)
    const jobs = await waiting()
    expect(jobs).toHaveLength(3)
    expect(Math.max(...jobs.map(({ start }) => start.getTime())) - Math.min(...jobs.map(({ start }) => start.getTime()))).toBe(0)
    await letGo()
    expect(shop.emails).toHaveLength(1)
    const [email] = shop.emails
    expect(email).toMatchObject({ to: customer.email, subject: expect.stringMatching(/, and 2 more$/) })
    for (const { number } of three) {
      expect(email?.text).toContain(`${number}, Bitmain Antminer S19`)
      expect(email?.html).toContain(`${number}, Bitmain Antminer S19`)
    }
    expect(email?.text.match(/\/track\//g)).toHaveLength(1)
    // Each case's own history says that it was told of.
    const told = await shop.db.prisma.caseEmail.findMany({ where: { caseId: { in: three.map(({ id }) => id) }, kind: 'approved' } })
    expect(told.filter(({ sentAt }) => sentAt !== null)).toHaveLength(3)
    expect(await run(`SELECT id::text, data, start_after AS start FROM shop_queue.job WHERE name = 'letters'`)).toEqual([])
    // Approved once more, nobody is told again.
    for (const { id } of three) await approve(id)
    expect(await waiting()).toEqual([])
  })

  it('are taken back one by one while they wait', async () => {
    const [first, second, third] = three.map(({ id }) => id)
    await approve(first ?? '')
    await approve(second ?? '')
    await approve(third ?? '')
    await admin.caller.tradeIns.updateStatus({ id: second ?? '', status: 'evaluated' })
    await letGo()
    expect(shop.emails).toHaveLength(1)
    expect(shop.emails[0]?.subject).toMatch(/, and 1 more$/)
    expect(shop.emails[0]?.text).not.toContain(three[1]?.number)
  })

  it('are not mixed with another step, another request or another customer', async () => {
    const others = await takeIn(await shop.signIn('customer'))
    const again = await takeIn()
    for (const { id } of [three[0], others[0], again[0]].flatMap((each) => each ?? [])) await approve(id)
    await admin.caller.tradeIns.updateStatus({ id: three[1]?.id ?? '', status: 'rejected' })
    await letGo()
    expect(shop.emails).toHaveLength(4)
    expect(shop.emails.filter(({ subject }) => subject.endsWith(' more'))).toEqual([])
  })

  it('are brought by one job alone, whoever takes them at once, and again by that one after a death', async () => {
    for (const { id } of three) await approve(id)
    await run(`UPDATE shop_queue.job SET state = 'active', started_on = now() WHERE name = 'letters'`)
    const jobs = (await run(`SELECT id::text, data, start_after AS start FROM shop_queue.job WHERE name = 'letters'`)).map(
      ({ id, data }) => ({
        id,
        data: outgoingEmail.parse(data),
      }),
    )
    const taken = await Promise.all(jobs.map((job) => gatherGroup(shop.db, job)))
    expect(taken.filter((job) => job !== null)).toHaveLength(1)
    expect(taken.find((job) => job !== null)?.parts).toHaveLength(2)
    // Nothing was sent: the process is gone. Another takes the same jobs.
    const second = await Promise.all(jobs.map((job) => gatherGroup(shop.db, job)))
    expect(second).toEqual(taken)
    await run(`UPDATE shop_queue.job SET state = 'retry' WHERE name = 'letters'`)
    await letGo()
    await run(
      `UPDATE shop_queue.job SET state = 'created', start_after = now() - interval '1 second' WHERE name = 'letters' AND state = 'retry'`,
    )
    await letGo()
    expect(shop.emails).toHaveLength(1)
  })
})

describe('emails that the shop writes by itself', () => {
  it('remind of all offers of a request in one', async () => {
    const three = await takeIn()
    for (const { id } of three) {
      await shop.db.prisma.caseQuote.create({
        data: { caseId: id, number: 9, state: 'sent', total: 100, sentAt: new Date(0), remindAfter: [1], expiresAt: null },
      })
    }
    await letGo()
    shop.emails.length = 0
    expect(await remindOfAnswers(shop.services)).toBe(3)
    expect(shop.emails).toEqual([])
    await letGo()
    expect(shop.emails).toHaveLength(1)
    expect(shop.emails[0]?.subject).toMatch(/^Waiting for your answer: .*, and 2 more$/)
    for (const { number } of three) expect(shop.emails[0]?.text).toContain(`${number}, Bitmain Antminer S19`)
  })

  it('tell of the store credit of a request in one, with each amount', async () => {
    const owner = await shop.signIn('customer')
    await shop.db.prisma.user.update({ where: { id: owner.userId }, data: { emailVerifiedAt: new Date() } })
    for (const amount of [10, 20.5]) await admin.caller.credit.adjust({ userId: owner.userId, amount, reason: `Goodwill ${amount}` })
    await letGo()
    const mine = shop.emails.filter(({ to }) => to === owner.email)
    expect(mine).toMatchObject([{ subject: 'Several amounts of store credit are in your account' }])
    for (const text of ['€10.00 (Goodwill 10)', '€20.50 (Goodwill 20.5)']) expect(mine[0]?.text).toContain(text)
  })
})
