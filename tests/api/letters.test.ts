import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeEmails, EMAIL_WAIT_SECONDS, type ChangeEmails } from '~/contracts/change-emails'
import type { Email } from '~/server/platform/mail/email'
import { openTestShop, type TestShop } from '../setup/shop'

/** Emails from administrators to customers wait, are named in the answer, and are taken back by its change (docs/decisions/014). */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let other: typeof admin
let customer: typeof admin

beforeAll(async () => {
  shop = await openTestShop({ holdSeconds: EMAIL_WAIT_SECONDS, creditLimit: 1_000_000 })
  const signIn = async () => {
    const person = await shop.signIn('admin')
    return { ...person, caller: shop.callerOf(person.sessionId, { namesLetters: true }) }
  }
  admin = await signIn()
  other = await signIn()
  customer = await shop.signIn('customer')
  await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: new Date() } })
})
beforeEach(async () => {
  shop.emails.length = 0
  await run(`DELETE FROM shop_queue.job WHERE name = 'letters'`)
})
afterAll(() => shop.close())

const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$queryRawUnsafe<{ id: string }[]>(sql, ...values)
const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }

async function insertRepair(status = 'repairing'): Promise<string> {
  const [row] = await run(
    `INSERT INTO repairs (user_id, status, device_info) VALUES ($1::uuid, $2::repair_status, '{"manufacturer": "Bitmain", "model": "Antminer S19"}') RETURNING id::text`,
    customer.userId,
    status,
  )
  return row?.id ?? ''
}
async function insertTradeIns(values: readonly (number | null)[], userId: string | null = customer.userId): Promise<string[]> {
  const rows = await run(
    `INSERT INTO trade_ins (user_id, status, final_value) SELECT $1::uuid, 'approved', value FROM unnest($2::numeric[]) AS value RETURNING id::text`,
    userId,
    values,
  )
  return rows.map(({ id }) => id)
}

/** As if what waits had waited long enough. */
async function letGo(): Promise<Email[]> {
  await run(`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE state = 'created'`)
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
  return shop.emails
}
const subjects = async () => (await letGo()).map(({ subject }) => subject)
/** Reads the emails of an answer, whatever else it is. */
const lettersOf = (answer: object): ChangeEmails => changeEmails.parse('letters' in answer ? answer.letters : undefined)

describe('a letter that an administrator causes', () => {
  it('is named in the answer and waits; without it nothing is named', async () => {
    const id = await insertRepair()
    const { letters, repairNumber } = await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(letters).toEqual({
      change: expect.any(String),
      waiting: {
        count: 1,
        customers: 1,
        first: [{ to: customer.email, subject: `Your repair ${repairNumber} is complete` }],
        changes: [letters?.change],
        seconds: 15,
      },
      recalled: null,
      gone: null,
    })
    expect(shop.emails).toEqual([])
    expect(await admin.caller.repairs.updateStatus({ id, status: 'repairing', email: false })).not.toHaveProperty('letters.waiting.count')
    expect(await admin.caller.orders.updateStatuses({ ids: [id], status: 'completed' })).not.toHaveProperty('letters')
    expect(await subjects()).toEqual([])
  })

  it('is not sent where somebody says so in time; what was changed stays, and the timeline tells it', async () => {
    const id = await insertRepair()
    const { change } = lettersOf(await admin.caller.repairs.updateStatus({ id, status: 'completed' }))
    // From another administrator's browser too, or another process: the database has it.
    const answer = lettersOf(await other.caller.outbox.recall({ change }))
    expect(answer).toMatchObject({ waiting: null, recalled: { count: 1, changes: [change] }, gone: null })
    expect(await admin.caller.repairs.byId({ id })).toMatchObject({ status: 'completed' })
    expect(await shop.db.prisma.caseLink.count({ where: { caseId: id } })).toBe(0)
    const { rows } = await admin.caller.cases.timeline({ noun: 'repairs', id })
    expect(rows.filter(({ kind }) => kind === 'email')).toEqual([])
    const [entry] = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: id, action: 'repair.email_recalled' } })
    expect(entry).toMatchObject({ actorEmail: other.email, after: { subject: expect.stringMatching(/^Your repair/) } })
    expect(await admin.caller.outbox.recall({ change })).not.toHaveProperty('letters')
    expect(await subjects()).toEqual([])
  })

  it('that has gone out is said to be gone, by Don’t send and by Undo', async () => {
    const id = await insertRepair()
    const { change } = lettersOf(await admin.caller.repairs.updateStatus({ id, status: 'completed' }))
    expect(await letGo()).toHaveLength(1)
    expect(lettersOf(await admin.caller.outbox.recall({ change }))).toMatchObject({ recalled: null, gone: { count: 1, changes: [change] } })
    const undone = await admin.caller.repairs.updateStatus({ id, status: 'repairing', undo: change })
    expect(undone).toMatchObject({ status: 'repairing', letters: { waiting: null, recalled: null, gone: { count: 1 } } })
    expect(await letGo()).toHaveLength(1)
  })

  it('is taken back with its change, and nothing is told of the status before', async () => {
    const id = await insertRepair('received')
    const { change } = lettersOf(await admin.caller.repairs.updateStatus({ id, status: 'completed' }))
    // The audit log no longer says that it was a mistake.
    await run(`SET session_replication_role = replica`)
    await run(`UPDATE audit_log SET at = at - interval '2 minutes' WHERE subject_id = $1`, id)
    await run(`SET session_replication_role = origin`)
    const undone = await admin.caller.repairs.updateStatus({ id, status: 'received', undo: change })
    expect(undone.letters).toMatchObject({ waiting: null, recalled: { count: 1, changes: [change] }, gone: null })
    expect(await subjects()).toEqual([])
  })

  it('is taken back by whoever sets another status, who is told so; the first one finds nothing left', async () => {
    const id = await insertRepair()
    const { change } = lettersOf(await admin.caller.repairs.updateStatus({ id, status: 'completed' }))
    const later = lettersOf(await other.caller.repairs.updateStatus({ id, status: 'shipped' }))
    expect(later).toMatchObject({ waiting: { count: 1 }, recalled: { count: 1, changes: [change] } })
    expect(await admin.caller.outbox.recall({ change })).not.toHaveProperty('letters')
    expect(await subjects()).toEqual([expect.stringContaining('is on its way')])
  })
})

describe('everything else by which a customer gets a letter', () => {
  it('names it and waits: opening, inviting, arriving, estimates, store credit', async () => {
    const created = await admin.caller.repairs.create({
      customer: { email: 'new@people.example', fullName: 'New Person' },
      deviceInfo: device,
      problemDescription: 'No power',
      idempotencyKey: 'a-key-of-the-first-repair',
    })
    const { id } = created
    expect(lettersOf(created).waiting).toMatchObject({ count: 2, customers: 1 })
    const arrived = await admin.caller.cases.arrived({ noun: 'repairs', id })
    expect(lettersOf(arrived).waiting?.first).toMatchObject([{ to: 'new@people.example', subject: expect.stringContaining('has arrived') }])
    await admin.caller.repairs.saveEstimate({ id, lines: [{ kind: 'labour', label: 'Repair', quantity: 1, price: 12.5 }] })
    const sent = await admin.caller.repairs.sendEstimate({ id })
    expect(lettersOf(sent).waiting).toMatchObject({ count: 1 })
    const adjusted = await admin.caller.credit.adjust({ userId: customer.userId, amount: 5, reason: 'Thank you' })
    expect(lettersOf(adjusted).waiting?.first).toMatchObject([{ to: customer.email }])
    expect(shop.emails).toEqual([])

    // Sent again, since the answer was lost, it names again what waits.
    const again = await admin.caller.repairs.create({
      customer: { email: 'new@people.example', fullName: 'New Person' },
      deviceInfo: device,
      problemDescription: 'No power',
      idempotencyKey: 'a-key-of-the-first-repair',
    })
    expect(again.id).toBe(id)
    expect(lettersOf(again).change).toBe(lettersOf(created).change)
    expect(lettersOf(again).waiting).toMatchObject({ count: 2 })
    for (const answer of [created, arrived, sent, adjusted]) await admin.caller.outbox.recall({ change: lettersOf(answer).change })
    expect(await subjects()).toEqual([])
  })

  it('of a completed trade-in is two letters, or none', async () => {
    const [told = '', untold = ''] = await insertTradeIns([500, 600])
    const completed = lettersOf(await admin.caller.tradeIns.updateStatus({ id: told, status: 'completed' }))
    expect(completed.waiting).toMatchObject({ count: 2, customers: 1 })
    expect(await admin.caller.tradeIns.updateStatus({ id: untold, status: 'completed', email: false })).not.toHaveProperty('letters')
    await admin.caller.outbox.recall({ change: completed.change })
    expect(await subjects()).toEqual([])
  })
})

describe('a change of many', () => {
  it('counts all its letters before it sends them, and sends none where that is wished', async () => {
    const proven = await insertTradeIns([500, null, 700])
    const unproven = await shop.signIn('customer')
    await shop.db.prisma.user.update({ where: { id: unproven.userId }, data: { emailVerifiedAt: null } })
    const ids = [...proven, ...(await insertTradeIns([300], unproven.userId))].map((id) => ({ id }))
    const asked = { ids, status: 'completed' as const }
    const counted = await admin.caller.tradeIns.countEmails(asked)
    const answer = await admin.caller.tradeIns.updateStatuses(asked)
    const { waiting, change } = lettersOf(answer)
    expect({ emails: waiting?.count, customers: waiting?.customers }).toEqual({ emails: counted.emails, customers: counted.customers })
    expect([counted, waiting?.first.length, answer.change]).toEqual([{ emails: 6, customers: 2, isAtMost: true }, 3, change])
    await admin.caller.tradeIns.undoStatuses({ change })
    expect(await admin.caller.tradeIns.updateStatuses({ ...asked, email: false })).not.toHaveProperty('letters')
    expect(await subjects()).toEqual([])
  })

  it('is undone as one: statuses, letters and store credit; what somebody has set since stays', async () => {
    const balance = async () => (await customer.caller.credit.balance()).balance
    const before = await balance()
    const [first = '', second = '', third = ''] = await insertTradeIns([100, 200, 300])
    await admin.caller.tradeIns.updateStatus({ id: second, status: 'evaluated' })
    const ids = [first, second, third].map((id) => ({ id }))
    const { change = '' } = await admin.caller.tradeIns.updateStatuses({ ids, status: 'completed' })
    expect(await balance()).toBe(before + 600)
    await other.caller.tradeIns.updateStatus({ id: third, status: 'rejected', email: false })
    const undone = await admin.caller.tradeIns.undoStatuses({ change })
    expect(undone.counts).toEqual({ changed: 2, unchanged: 0, conflict: 1, missing: 0 })
    expect(undone.letters).toMatchObject({ waiting: null, recalled: { count: 4 }, gone: null })
    const statuses = await Promise.all([first, second, third].map(async (id) => (await admin.caller.tradeIns.byId({ id })).status))
    expect(statuses).toEqual(['approved', 'evaluated', 'rejected'])
    expect([await balance(), await subjects()]).toEqual([before, []])
    // Done once, it is over.
    expect((await admin.caller.tradeIns.undoStatuses({ change })).counts).toMatchObject({ changed: 0, conflict: 3 })
    const unknown = admin.caller.tradeIns.undoStatuses({ change: '00000000-0000-0000-0000-000000000000' })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // Not by the procedure of another record type.
    await expect(admin.caller.repairs.undoStatuses({ change })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
