import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseNouns } from '~/contracts/case-ref'
import { repairServiceIds } from '~/contracts/repair-services'
import { openTestShop, type TestShop } from '../setup/shop'

/** A Friday; the Monday after it is a business day. */
const FRIDAY = new Date('2026-11-20T23:45:00Z')
const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
const fault = { deviceInfo: device, problemDescription: 'Does not start' }

describe('what is due, and who has it', () => {
  let shop: TestShop
  let desk: Awaited<ReturnType<TestShop['signIn']>>
  let admin: TestShop['visitor']
  let now = FRIDAY
  const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$executeRawUnsafe(sql, ...values)
  const mine = { userId: '' }
  const open = (more: Partial<Parameters<typeof admin.repairs.create>[0]> = {}) =>
    admin.repairs.create({ customer: mine, ...fault, ...more })

  beforeAll(async () => {
    shop = await openTestShop({ now: () => now })
    desk = await shop.signIn('admin')
    admin = desk.caller
    mine.userId = desk.userId
  })
  afterAll(() => shop.close())

  it('is promised by the service, in business days', async () => {
    const due = await Promise.all([...repairServiceIds, null].map(async (service) => (await open({ service })).dueOn))
    expect(due).toEqual(['2026-11-27', '2026-11-25', '2026-11-24', '2026-11-27', '2026-11-27'])
    expect((await admin.tradeIns.create({ customer: mine, deviceInfo: device })).dueOn).toBe('2026-11-25')
    expect((await open({ dueOn: '2027-01-02' })).dueOn).toBe('2027-01-02')
    expect((await open({ dueOn: '' })).dueOn).toBeNull()
  })

  it('follows the service until somebody sets a day by hand', async () => {
    const { id } = await open({ service: 'hashboard' })
    await run(`UPDATE repairs SET created_at = '2026-11-16T10:00:00Z', due_on = '2026-11-23' WHERE id = $1::uuid`, id)
    expect(await admin.repairs.update({ id, service: 'power_supply' })).toMatchObject({ dueOn: '2026-11-18' })
    expect(await admin.repairs.update({ id, service: 'power_supply', diagnosis: 'Fuse' })).toMatchObject({ dueOn: '2026-11-18' })
    expect(await admin.repairs.update({ id, dueOn: '2026-12-01' })).toMatchObject({ dueOn: '2026-12-01' })
    expect(await admin.repairs.update({ id, service: 'hashboard' })).toMatchObject({ dueOn: '2026-12-01' })
    expect(await admin.repairs.update({ id, service: 'other', dueOn: '' })).toMatchObject({ dueOn: null })
    expect(await admin.repairs.update({ id, service: 'control_board' })).toMatchObject({ dueOn: '2026-11-19' })
    await run(`UPDATE repairs SET created_at = 'infinity', due_on = NULL WHERE id = $1::uuid`, id)
    expect(await admin.repairs.update({ id, service: 'hashboard' })).toMatchObject({ dueOn: null })
  })

  it.each(caseNouns)('is given to an administrator, over the version of the %s that was read, and written down', async (noun) => {
    const { caller: other, userId, email } = await shop.signIn('admin')
    const { id } = noun === 'repairs' ? await shop.db.prisma.repair.create({ data: {} }) : await shop.db.prisma.tradeIn.create({ data: {} })
    const given = await admin[noun].update({ id, version: 1, assignedTo: userId })
    expect(given).toMatchObject({ assignedTo: userId, assignee: { email }, version: 2 })
    await expect(other[noun].update({ id, version: 1, assignedTo: desk.userId })).rejects.toMatchObject({ code: 'CONFLICT' })
    const name = given.assignee?.fullName
    const { rows } = await admin.cases.timeline({ noun, id })
    expect(rows).toMatchObject([{ kind: 'change', actor: desk.email, detail: { before: { assignee: null }, after: { assignee: name } } }])
    expect((await other[noun].list({ assigned: 'me' })).rows.map((row) => row.id)).toEqual([id])
    expect(await admin[noun].update({ id, assignedTo: null })).toMatchObject({ assignedTo: null, assignee: null })
    const { caller: customer, userId: nobody } = await shop.signIn('customer')
    await expect(admin[noun].update({ id, assignedTo: nobody })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(customer[noun].update({ id, assignedTo: nobody })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('offers administrators, and nobody else, to work on it', async () => {
    const offered = await admin.cases.administrators()
    const known = await shop.db.prisma.profile.findMany({ where: { role: 'admin' }, select: { userId: true, email: true, fullName: true } })
    expect(offered).toHaveLength(known.length)
    expect(new Set(offered.map((each) => JSON.stringify(each)))).toEqual(
      new Set(known.map(({ userId, email, fullName }) => JSON.stringify({ userId, email, fullName }))),
    )
    const names = offered.map(({ fullName, email }) => fullName ?? email)
    expect(names).toEqual(names.toSorted((one, two) => one.localeCompare(two)))
  })

  describe.each([
    ['repairs', 'repair_number', 'repairing', 'completed'],
    ['tradeIns', 'trade_in_number', 'evaluated', 'approved'],
  ] as const)('in the list of %s', (noun, number, working, done) => {
    const numbers = async (view: Parameters<typeof admin.repairs.list>[0] & Parameters<typeof admin.tradeIns.list>[0]) => {
      const { rows, matching } = await admin[noun].list(view)
      const found = rows.map((row) => ('repairNumber' in row ? row.repairNumber : row.tradeInNumber))
      expect(matching).toBe(found.length)
      return found
    }
    const table = noun === 'repairs' ? 'repairs' : 'trade_ins'
    const type = noun === 'repairs' ? 'repair_status' : 'trade_in_status'
    const started = noun === 'repairs' ? 'received' : 'submitted'

    beforeAll(async () => {
      await run(`DELETE FROM ${table}`)
      const insert = (name: string, status: string, due: string | null, who: string | null) =>
        run(
          `INSERT INTO ${table} (${number}, status, due_on, assigned_to) VALUES ($1, $2::${type}, $3::date, $4::uuid)`,
          name,
          status,
          due,
          who,
        )
      await insert('late', started, '2026-11-18', null)
      await insert('later', working, '2026-11-19', desk.userId)
      await insert('today', started, '2026-11-20', desk.userId)
      await insert('done', done, '2026-11-02', desk.userId)
      await insert('never', started, 'infinity', null)
      await insert('long ago', started, '0044-03-15 BC', null)
      await run(`INSERT INTO ${table} (${number}) VALUES ('plain')`)
    })

    it('shows what is overdue, what is mine, and both, with search and status', async () => {
      expect(new Set(await numbers({ due: 'overdue' }))).toEqual(new Set(['late', 'later']))
      expect(new Set(await numbers({ assigned: 'me' }))).toEqual(new Set(['later', 'today', 'done']))
      expect(await numbers({ assigned: 'me', due: 'overdue' })).toEqual(['later'])
      expect(await numbers({ due: 'overdue', search: 'late', status: started as never })).toEqual(['late'])
      expect(await numbers({ due: 'overdue', search: 'done' })).toEqual([])
      expect(await admin[noun].countMatching({ due: 'overdue' })).toEqual({ matching: 2 })
      // By midnight of the shop.
      now = new Date('2026-11-21T00:05:00Z')
      expect(await numbers({ due: 'overdue', assigned: 'me', sort: 'due' })).toEqual(['later', 'today'])
      now = FRIDAY
      const { counts } = await admin[noun].list({ due: 'overdue' })
      expect(Object.values(counts).reduce((sum, rows) => sum + rows, 0)).toBe(7)
    })

    it('comes by the day on which it is due, page by page, what is done and what has no day last', async () => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof admin.repairs.list>> | Awaited<ReturnType<typeof admin.tradeIns.list>> = await admin[
          noun
        ].list({ sort: 'due', limit: 2, cursor })
        seen.push(...page.rows.map((row) => ('repairNumber' in row ? row.repairNumber : row.tradeInNumber)))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen.slice(0, 3)).toEqual(['late', 'later', 'today'])
      expect(new Set(seen.slice(3, 6))).toEqual(new Set(['never', 'long ago', 'plain']))
      expect(seen.slice(6)).toEqual(['done'])
      const odd = Buffer.from(JSON.stringify(['due', 'false', '2026-02-30', '2026-01-01T00:00:00Z', desk.userId])).toString('base64url')
      await expect(admin[noun].list({ sort: 'due', cursor: odd })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })

    it('changes all rows of such a view and no others', async () => {
      const status = working as never
      const { counts } = await admin[noun].updateStatuses({ all: { due: 'overdue', assigned: 'me' }, expected: 1, status })
      expect(counts).toMatchObject({ changed: 0, unchanged: 1 })
      const all = { due: 'overdue' } as const
      expect((await admin[noun].updateStatuses({ all, expected: 2, status })).counts).toMatchObject({ changed: 1, unchanged: 1 })
      await expect(admin[noun].updateStatuses({ all, expected: 7, status })).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })
})
