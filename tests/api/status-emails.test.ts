import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Email } from '~/server/platform/mail/email'
import { openTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
let statementsOf: ReturnType<typeof countStatements>['statementsOf']

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db, holdSeconds: 15 })
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
beforeEach(async () => {
  shop.emails.length = 0
  await shop.db.prisma.caseEmailRule.deleteMany()
  await run(`DELETE FROM shop_queue.job WHERE name = 'letters'`)
})
afterAll(() => shop.close())

const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$queryRawUnsafe<{ id: string }[]>(sql, ...values)

/** A repair by plain SQL with no more than the requirements' columns. */
async function insertRepair(userId: string | null = customer.userId, status = 'repairing'): Promise<string> {
  const [row] = await run(
    `INSERT INTO repairs (user_id, status, device_info, actual_cost) VALUES ($1::uuid, $2::repair_status, '{"manufacturer": "Bitmain", "model": "Antminer S19"}', 150)
     RETURNING id::text`,
    userId,
    status,
  )
  return row?.id ?? ''
}
const kinds = async (id: string) =>
  (await shop.db.prisma.caseEmail.findMany({ where: { caseId: id }, orderBy: { createdAt: 'asc' } })).map(({ kind }) => kind)
const waiting = async (id: string) =>
  (await run(`SELECT j.id::text FROM shop_queue.job AS j JOIN case_emails AS e ON e.id = j.id WHERE e.case_id = $1::uuid`, id)).length
const statusOf = async (id: string) => (await admin.caller.repairs.byId({ id })).status

/** As if what waits to be withdrawn had waited long enough. */
async function letGo(): Promise<Email[]> {
  await run(`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE state = 'created'`)
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
  return shop.emails
}
const unknown = '00000000-0000-0000-0000-000000000000'

describe('the rules', () => {
  const rules = async (noun: 'repairs' | 'tradeIns') =>
    (await admin.caller.cases.emailRules({ noun })).flatMap(({ status, isEnabled }) => (isEnabled ? [status] : []))

  it('tell what customers wait for, where nothing is stored', async () => {
    expect(await rules('repairs')).toEqual(['received', 'completed', 'shipped'])
    expect(await rules('tradeIns')).toEqual(['submitted', 'approved', 'rejected', 'completed'])
  })

  it('are switched by version, and written to the audit log', async () => {
    const saved = await admin.caller.cases.saveEmailRules({
      noun: 'repairs',
      rules: [
        { status: 'testing', isEnabled: true, version: 0 },
        { status: 'received', isEnabled: true, version: 0 },
      ],
    })
    expect(saved.find(({ status }) => status === 'testing')).toEqual({ status: 'testing', isEnabled: true, version: 1 })
    expect(await rules('repairs')).toEqual(['received', 'testing', 'completed', 'shipped'])
    const stale = {
      noun: 'repairs',
      rules: [
        { status: 'completed', isEnabled: false },
        { status: 'testing', isEnabled: false, version: 0 },
      ],
    } as const
    await expect(admin.caller.cases.saveEmailRules({ ...stale, rules: [...stale.rules] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await rules('repairs')).toEqual(['received', 'testing', 'completed', 'shipped'])
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { action: 'case_email_rules.updated' } })
    expect(entries).toMatchObject([{ subjectId: 'repairs', actorEmail: admin.email, before: { testing: false }, after: { testing: true } }])
  })

  it('take no status of the other kind, and none twice', async () => {
    const save = (rules: object[]) => admin.caller.cases.saveEmailRules({ noun: 'repairs', rules } as never)
    await expect(save([{ status: 'approved', isEnabled: true }])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save([])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const twice = { status: 'testing', isEnabled: true }
    await expect(save([twice, twice])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a change of status', () => {
  it('writes by its rule, from the list too, and the timeline tells when it was delivered', async () => {
    const id = await insertRepair()
    await admin.caller.repairs.updateStatus({ id, status: 'testing' })
    expect(await kinds(id)).toEqual([])
    const row = await admin.caller.repairs.updateStatus({ id, status: 'completed', version: 2 })
    expect(row).toMatchObject({ status: 'completed', version: 3 })
    const emailsOf = async () =>
      (await admin.caller.cases.timeline({ noun: 'repairs', id })).rows.flatMap((entry) => (entry.kind === 'email' ? [entry] : []))
    expect(await emailsOf()).toMatchObject([
      { actor: admin.email, detail: { kind: 'completed', recipient: customer.email, isSent: false } },
    ])
    expect(shop.emails).toEqual([])
    expect(await letGo()).toHaveLength(1)
    expect(shop.emails[0]).toMatchObject({ to: customer.email, subject: `Your repair ${row.repairNumber} is complete` })
    expect(shop.emails[0]?.text).toContain('The cost is €150.00.')
    expect(shop.emails[0]?.text).toMatch(/Follow your repair:\nhttp:\/\/localhost:3000\/track\/[\w-]{20,}\n/)
    expect(await emailsOf()).toMatchObject([{ detail: { isSent: true } }])
  })

  it('writes what somebody has looked at, whatever the rule, or nothing', async () => {
    const [told, untold] = [await insertRepair(), await insertRepair()]
    const email = { subject: 'It runs again', body: 'We test your miner.\n\nUntil tomorrow.' }
    await admin.caller.repairs.updateStatus({ id: told, status: 'testing', email })
    await admin.caller.repairs.updateStatus({ id: untold, status: 'completed', email: false })
    expect(await shop.db.prisma.caseEmail.findMany({ where: { caseId: told } })).toMatchObject([{ kind: 'testing', ...email }])
    expect(await kinds(untold)).toEqual([])
    expect((await letGo()).map(({ subject }) => subject)).toEqual(['It runs again'])
  })

  it('is previewed, with what becomes of it', async () => {
    const id = await insertRepair()
    const preview = await admin.caller.cases.previewStatusEmail({
      noun: 'repairs',
      id,
      status: 'shipped',
      carrier: 'DPD',
      trackingNumber: '1550 1',
    })
    expect(preview).toMatchObject({ recipient: customer.email, missing: null, isEnabled: true, writtenAt: null, document: 'packing-slip' })
    expect(preview.body).toContain('Carrier: DPD\nTracking number: 1550 1')
    expect(await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'testing' })).toMatchObject({ isEnabled: false })
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    const again = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'completed' })
    expect(again).toMatchObject({ isEnabled: false, writtenAt: expect.any(Date) })
    const preview404 = admin.caller.cases.previewStatusEmail({ noun: 'repairs', id: unknown, status: 'shipped' })
    await expect(preview404).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const foreign = admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'approved' })
    await expect(foreign).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is nothing without its email, and its email nothing without it', async () => {
    const id = await insertRepair()
    const failing = vi.spyOn(shop.services.jobs, 'postMany').mockRejectedValueOnce(new Error('The queue is away'))
    await expect(admin.caller.repairs.updateStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    failing.mockRestore()
    expect([await statusOf(id), await kinds(id)]).toEqual(['repairing', []])
    await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`)
    await run(`CREATE TRIGGER refuse BEFORE UPDATE OF status ON repairs FOR EACH ROW EXECUTE FUNCTION refuse()`)
    await expect(admin.caller.repairs.updateStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await run(`DROP TRIGGER refuse ON repairs`)
    expect([await statusOf(id), await kinds(id)]).toEqual(['repairing', []])
    await expect(admin.caller.repairs.updateStatus({ id, status: 'completed', version: 7 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.repairs.updateStatus({ id: unknown, status: 'completed' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await letGo()).toEqual([])
  })

  it('of a case without a customer, or one whose address is none, writes nothing and says so', async () => {
    const [user] = await run(`INSERT INTO users (email) VALUES ('not an address') RETURNING id::text`)
    const cases = [
      [await insertRepair(null), 'no_customer'],
      [await insertRepair(user?.id), 'bad_address'],
    ] as const
    for (const [id, missing] of cases) {
      const preview = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'completed' })
      expect(preview).toMatchObject({ recipient: null, missing })
      await admin.caller.repairs.updateStatus({ id, status: 'completed' })
      expect([await statusOf(id), await kinds(id)]).toEqual(['completed', []])
      const email = { subject: 'Ready', body: 'Ready' }
      await expect(admin.caller.repairs.updateStatus({ id, status: 'shipped', email })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      expect(await statusOf(id)).toBe('completed')
    }
  })

  it('that is undone takes its email back, and tells nothing of the status before', async () => {
    const id = await insertRepair(customer.userId, 'received')
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    const links = () => shop.db.prisma.caseLink.count({ where: { caseId: id } })
    expect([await waiting(id), await links()]).toEqual([1, 1])
    await admin.caller.repairs.updateStatus({ id, status: 'received' })
    expect([await kinds(id), await waiting(id), await links()]).toEqual([[], 0, 0])
    // Corrected once more, it is told once.
    await admin.caller.repairs.updateStatus({ id, status: 'completed', email: { subject: 'Done', body: 'Done' } })
    expect((await letGo()).map(({ subject }) => subject)).toEqual(['Done'])
    // An email that has gone out stays in the timeline, and is not told again.
    await admin.caller.repairs.updateStatus({ id, status: 'testing' })
    await admin.caller.repairs.updateStatus({ id, status: 'repairing' })
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(await kinds(id)).toEqual(['completed'])
    expect(await letGo()).toHaveLength(1)
  })

  it('keeps carrier and tracking number with it, links the parcel, and tells of a trade-in that is sent back too', async () => {
    const id = await insertRepair()
    const parcel = { carrier: 'Royal Mail', trackingNumber: 'AB 1/2 GB' }
    expect(await admin.caller.repairs.updateStatus({ id, status: 'shipped', ...parcel })).toMatchObject({ status: 'shipped', ...parcel })
    const [entry] = (await admin.caller.audit.history({ subjectType: 'repair', subjectId: id })).rows
    expect(entry).toMatchObject({ action: 'repair.status_changed', after: { status: 'shipped', ...parcel } })
    const [row] = await run(`INSERT INTO trade_ins (user_id, status) VALUES ($1::uuid, 'evaluated') RETURNING id::text`, customer.userId)
    const back = { id: row?.id ?? '', status: 'rejected', carrier: 'A friend', trackingNumber: '' } as const
    expect(await admin.caller.tradeIns.updateStatus(back)).toMatchObject({ carrier: 'A friend', trackingNumber: null })
    const sent = await letGo()
    const [shipped, rejected] = ['is on its way', 'We cannot'].map((words) => sent.find(({ subject }) => subject.includes(words)))
    expect(shipped?.text).toContain('Track your parcel:\nhttps://www.royalmail.com/track-your-item#/tracking-results/AB1%2F2GB')
    expect(shipped?.attachments).toMatchObject([{ contentType: 'application/pdf', name: expect.stringMatching(/^packing-slip-/) }])
    expect(rejected?.text).toContain('Carrier: A friend')
    expect(rejected?.text).not.toContain('Track your parcel')
    // Nothing said of the parcel leaves it alone.
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(await admin.caller.repairs.byId({ id })).toMatchObject(parcel)
  })

  it('of a hundred cases is told in as many statements as of ten', async () => {
    const insert = async (count: number) => {
      const repairs = `INSERT INTO repairs (user_id, status) SELECT $1::uuid, 'repairing' FROM generate_series(1, ${count}) RETURNING id::text`
      return (await run(repairs, customer.userId)).map(({ id }) => id)
    }
    const change = async (count: number) => {
      const rounds = [await insert(count), await insert(count), await insert(count)]
      return statementsOf(() => admin.caller.repairs.updateStatuses({ ids: rounds.pop() ?? [], status: 'completed' }))
    }
    const ten = await change(10)
    expect(await change(100)).toBe(ten)
    expect(await shop.db.prisma.caseEmail.count({ where: { kind: 'completed', sentAt: null } })).toBeGreaterThanOrEqual(330)
    const id = await insertRepair()
    await admin.caller.repairs.updateStatuses({ ids: [id], status: 'completed', email: false })
    expect([await statusOf(id), await kinds(id)]).toEqual(['completed', []])
  })
})

describe('the emails of a bulk change', () => {
  it('are counted as they are sent: once for each case, to whoever has an address', async () => {
    const other = await shop.signIn('customer')
    const [nobody] = await run(`INSERT INTO users (email) VALUES ('no address either') RETURNING id::text`)
    const [first, second, third] = [await insertRepair(), await insertRepair(), await insertRepair(other.userId)]
    const told = await insertRepair()
    await admin.caller.repairs.updateStatus({ id: told, status: 'completed' })
    await letGo()
    await admin.caller.repairs.updateStatus({ id: told, status: 'testing' })
    const mistaken = await insertRepair(customer.userId, 'completed')
    await admin.caller.repairs.updateStatus({ id: mistaken, status: 'testing' })
    const untold = [
      told,
      mistaken,
      await insertRepair(null),
      await insertRepair(nobody?.id),
      await insertRepair(customer.userId, 'completed'),
    ]
    const ids = [first, second, third, ...untold, unknown].map((id) => ({ id }))
    const stale = { id: await insertRepair(), version: 7 }
    const asked = { ids: [...ids, stale], status: 'completed' as const }
    expect(await admin.caller.repairs.countEmails(asked)).toEqual({ emails: 3, customers: 2 })
    expect(await admin.caller.repairs.countEmails({ ...asked, status: 'testing' })).toEqual({ emails: 0, customers: 0 })
    shop.emails.length = 0
    await admin.caller.repairs.updateStatuses(asked)
    expect((await letGo()).map(({ to }) => to).sort()).toEqual([customer.email, customer.email, other.email].sort())
  })

  it('are counted for all of a view', async () => {
    const other = await shop.signIn('customer')
    await run(
      `INSERT INTO trade_ins (user_id, status) SELECT $1::uuid, status::trade_in_status FROM unnest('{submitted,submitted,evaluated}'::text[]) AS status`,
      other.userId,
    )
    const count = (view: { status?: 'submitted' }) =>
      admin.caller.tradeIns.countEmails({ all: { search: other.email, ...view }, status: 'approved' })
    expect([await count({}), await count({ status: 'submitted' })]).toEqual([
      { emails: 3, customers: 1 },
      { emails: 2, customers: 1 },
    ])
  })
})

describe('opening a case', () => {
  it('tells the customer, with the receipt or the slip for the box, whatever status follows', async () => {
    const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19' }
    const repair = await admin.caller.repairs.create({ customer: { userId: customer.userId }, deviceInfo, problemDescription: 'No power' })
    const tradeIn = await admin.caller.tradeIns.create({ customer: { userId: customer.userId }, deviceInfo })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'diagnosing' })
    expect(shop.emails).toEqual([])
    // Papers are drawn beside each other: the one that is drawn first goes first.
    const sent = (await letGo()).map(({ subject, attachments }) => [subject, attachments?.map(({ name }) => name)])
    expect(sent.toSorted()).toEqual([
      [`We have received your device: repair ${repair.repairNumber}`, [`receipt-${repair.repairNumber}.pdf`]],
      [`Your trade-in ${tradeIn.tradeInNumber}`, [`packing-slip-${tradeIn.tradeInNumber}.pdf`]],
    ])
  })

  it('tells nothing where its status is not told', async () => {
    await admin.caller.cases.saveEmailRules({ noun: 'repairs', rules: [{ status: 'received', isEnabled: false }] })
    const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19' }
    const { id } = await admin.caller.repairs.create({ customer: { userId: customer.userId }, deviceInfo, problemDescription: 'No power' })
    expect([await kinds(id), shop.emails]).toEqual([[], []])
  })
})
