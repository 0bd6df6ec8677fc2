import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseNouns } from '~/contracts/case-ref'
import { caseStatuses } from '~/contracts/cases/emails'
import { records } from '~/contracts/records'
import { caseTables } from '~/server/cases/base/case-standing'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

/** The filters of the lists of cases, over rows of plain SQL. Messages are in messages.test.ts, what is mine and overdue in cases.test.ts. */

const NOW = new Date('2026-11-20T12:00:00Z')

describeOnEngines('the filters of cases on %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
  type View = Parameters<TestShop['visitor']['repairs']['list']>[0]
  const numbers = async (view: View) => {
    const { rows, matching } = await admin.caller.repairs.list({ sort: 'created', ...view })
    expect(matching).toBe(rows.length)
    expect(await admin.caller.repairs.countMatching(view ?? {})).toEqual({ matching })
    return rows.map(({ repairNumber }) => repairNumber)
  }

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: () => NOW })
    admin = await shop.signIn('admin')
    await run(`INSERT INTO repairs (repair_number, status, is_expedited, assigned_to, due_on, created_at) VALUES
      ('R1', 'received', true, NULL, '2026-11-20', '2026-11-01'),
      ('R2', 'testing', false, '${admin.userId}', '2026-11-21', '2026-11-02'),
      ('R3', 'shipped', true, NULL, '2026-11-20', '2026-11-03'),
      ('R4', 'completed', false, '${admin.userId}', NULL, '2026-11-04')`)
    await run(`INSERT INTO repairs (repair_number, status, warranty_of, created_at)
      SELECT 'R5', 'received', id, '2026-11-05' FROM repairs WHERE repair_number = 'R4'`)
    await run(`INSERT INTO trade_ins (trade_in_number, status) VALUES ('T1', 'approved'), ('T2', 'submitted')`)
    const quotes = [
      ['R1', 1, 'expired'],
      ['R1', 2, 'sent'],
      ['R2', 1, 'sent'],
      ['R2', 2, 'draft'],
      ['R4', 1, 'accepted'],
    ] as const
    for (const [repair, number, state] of quotes) {
      await run(
        `INSERT INTO case_quotes (case_id, number, state) SELECT id, ${number}, '${state}' FROM repairs WHERE repair_number = '${repair}'`,
      )
    }
  })
  afterAll(() => shop.close())

  it('say what is to be done, by whom and today', async () => {
    expect(await numbers({ work: 'open' })).toEqual(['R1', 'R2', 'R5'])
    expect(await numbers({ assigned: 'nobody' })).toEqual(['R1', 'R5'])
    expect(await numbers({ assigned: 'me' })).toEqual(['R2', 'R4'])
    expect(await numbers({ due: 'today' })).toEqual(['R1'])
    expect(await numbers({ work: 'open', assigned: 'me' })).toEqual(['R2'])
    const open = await admin.caller.tradeIns.list({ work: 'open' })
    expect(open.rows.map(({ tradeInNumber }) => tradeInNumber)).toEqual(['T2'])
  })

  it('know expedited repairs and claims, of which trade-ins have none', async () => {
    expect(await numbers({ expedited: 'yes' })).toEqual(['R1', 'R3'])
    expect(await numbers({ warranty: 'claim' })).toEqual(['R5'])
    expect((await admin.caller.tradeIns.list({ expedited: 'yes' })).matching).toBe(0)
    expect((await admin.caller.tradeIns.list({ warranty: 'claim' })).matching).toBe(0)
  })

  it('go by the latest quote, which the rows say too', async () => {
    expect(await numbers({ quote: 'sent' })).toEqual(['R1'])
    expect(await numbers({ quote: 'draft' })).toEqual(['R2'])
    expect(await numbers({ quote: 'expired' })).toEqual([])
    expect(await numbers({ quote: 'accepted', search: 'R' })).toEqual(['R4'])
    const { rows } = await admin.caller.repairs.list({ sort: 'created' })
    expect(rows.map(({ quoteState, isExpedited }) => [quoteState, isExpedited])).toEqual([
      ['sent', true],
      ['draft', false],
      [null, true],
      ['accepted', false],
      [null, false],
    ])
    // Of somebody who had the case before, nothing waits here any more.
    const customer = await shop.signIn('customer')
    await run(`UPDATE case_quotes SET customer_id = '${customer.userId}' WHERE state = 'accepted'`)
    expect(await numbers({ quote: 'accepted' })).toEqual([])
  })

  it.each(caseNouns)('have an index of %s by due day, of the statuses that the list asks for', async (noun) => {
    const index = `${records[noun].table}_due_idx`
    const [found] = await shop.db.prisma.$queryRawUnsafe<{ statuses: string }[]>(
      `SELECT pg_get_indexdef('${index}'::regclass, 1, true) AS statuses`,
    )
    const due: readonly string[] = caseTables[noun].due
    const done = caseStatuses[noun].filter((status) => !due.includes(status))
    const named = [...(found?.statuses ?? '').matchAll(/'(\w+)'::/g)].map(([, status]) => status)
    expect(named, `A migration makes ${index} anew, as 20261128190500 does, with these statuses`).toEqual(done)
  })

  it('narrow what is changed and exported together', async () => {
    const changed = await admin.caller.repairs.updateStatuses({
      all: { warranty: 'claim' },
      expected: 1,
      status: 'diagnosing',
      email: false,
    })
    expect(changed.counts.changed).toBe(1)
    expect(await numbers({ status: 'diagnosing' })).toEqual(['R5'])
    await expect(admin.caller.repairs.list({ due: 'never' as 'today' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
