import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations, readMigrations } from '~/server/platform/database/migrate'
import { describeOnEngines, openOn } from '../setup/database'

/** Columns that an estimate and its quote have under one name; an offer has more of them. */
const common = `number, state::text, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note, reminded_days,
  created_at, created_by, updated_at, version`
const approval =
  'requested_by, requested_at, requested_ip, because, email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at'
const none = approval
  .split(', ')
  .map((column) => `NULL AS ${column}`)
  .join(', ')

const asEstimates = `SELECT id, repair_id AS case_id, total::text, ${common}, ${none} FROM repair_estimates`
const asOffers = `SELECT id, trade_in_id AS case_id, final_value::text AS total, ${common}, ${approval} FROM trade_in_offers`
const asQuotes = `SELECT id, case_id, total::text, ${common}, ${approval} FROM case_quotes`
const texts = (rows: string) => `SELECT to_jsonb(q)::text AS row FROM (${rows}) AS q ORDER BY q.id`

const USER = '00000000-0000-4000-8000-0000000000a1'
const LEAVING = '00000000-0000-4000-8000-0000000000a2'
const [REPAIR, TRADE_IN] = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000c1']

/** Quotes in every state, with odd amounts and times among them, as the version before has written them. */
const filled = (table: string, owner: string, amount: string, states: string) => `
  INSERT INTO ${table} (${owner}, number, state, ${amount}, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
    reminded_days, created_by, created_at, updated_at, version)
  SELECT c.id, n, s.state, CASE n WHEN 3 THEN 'NaN' ELSE n * 10.55 END, CASE n % 4 WHEN 0 THEN '${USER}'::uuid END,
    CASE WHEN n > 1 THEN now() - n * interval '1 day' END, CASE n WHEN 5 THEN 'infinity' ELSE now() + n * interval '1 day' END,
    CASE n % 3 WHEN 0 THEN now() END, CASE n % 2 WHEN 0 THEN '${USER}'::uuid ELSE '${LEAVING}'::uuid END,
    CASE n % 3 WHEN 0 THEN 'online'::answer_channel END, repeat('x', n::int), n % 11, '${LEAVING}', now() - interval '9 days', now() - interval '1 hour', n
  FROM ${owner === 'repair_id' ? 'repairs' : 'trade_ins'} AS c, unnest(enum_range(NULL::${states})) WITH ORDINALITY AS s (state, n)`

describeOnEngines('the quotes of cases on %s', (engine) => {
  let db: Database
  const run = (sql: string) => db.prisma.$executeRawUnsafe(sql)
  const read = async (rows: string) => (await db.prisma.$queryRawUnsafe<{ row: string }[]>(texts(rows))).map(({ row }) => row)
  /** Each quote as both tables have it. */
  const inStep = async () => {
    const [kept, old] = [await read(asQuotes), await read(`${asEstimates} UNION ALL ${asOffers}`)]
    expect(kept).toEqual(old)
    return kept.length
  }

  beforeAll(async () => {
    db = await openOn(engine)
    await run('DROP SCHEMA public CASCADE')
    await run('CREATE SCHEMA public')
    const names = readMigrations().migrationDirectories.map(({ path }) => path)
    await applyMigrations(db.adapter, new Set(names.filter((name) => name < '20261129020000')))
    await run(`INSERT INTO users (id, email) VALUES ('${USER}', 'user@example.com'), ('${LEAVING}', 'leaving@example.com')`)
    await run(`INSERT INTO repairs (id, user_id) VALUES ('${REPAIR}', '${USER}'), (gen_random_uuid(), NULL)`)
    await run(`INSERT INTO trade_ins (id, user_id) VALUES ('${TRADE_IN}', '${USER}'), (gen_random_uuid(), NULL)`)
    await run(filled('repair_estimates', 'repair_id', 'total', 'estimate_state'))
    await run(filled('trade_in_offers', 'trade_in_id', 'final_value', 'offer_state'))
    await run(`INSERT INTO repair_lines (repair_id, estimate_id, label) SELECT repair_id, id, 'Fan' FROM repair_estimates`)
    await run(`UPDATE trade_in_offers SET requested_by = '${LEAVING}', requested_at = now(), requested_ip = '192.0.2.1', because = 'month',
      email = '{"subject": "Hello", "body": "Offer"}', refused_by = '${LEAVING}', refused_at = now(), refused_note = 'No', sent_by = '${USER}',
      approved_by = '${USER}', approved_at = now() WHERE number % 2 = 0`)
  })
  afterAll(() => db.close())

  it('are those that were there, row by row, which stay as they are', async () => {
    const before = [await read(asEstimates), await read(asOffers)]
    expect(before.map(({ length }) => length)).toEqual([10, 12])
    await applyMigrations(db.adapter)
    expect([await read(asEstimates), await read(asOffers)]).toEqual(before)
    expect(await inStep()).toBe(22)
  })

  it('follow what the version before writes, with its versions', async () => {
    await run(`INSERT INTO repair_estimates (repair_id, number) VALUES ('${REPAIR}', 100)`)
    await run(`INSERT INTO trade_in_offers (trade_in_id, number, grade, final_value) VALUES ('${TRADE_IN}', 100, 'good', 80)`)
    await run(`UPDATE repair_estimates SET state = 'sent', total = 12.5, sent_at = now() WHERE number = 100`)
    await run(`UPDATE trade_in_offers SET state = 'sent', final_value = 70, grade = 'fair', sent_at = now() WHERE number = 100`)
    expect(await db.prisma.caseQuote.findMany({ where: { number: 100 }, orderBy: { total: 'asc' } })).toMatchObject([
      { state: 'sent', version: 2 },
      { state: 'sent', version: 2 },
    ])
    expect(await inStep()).toBe(24)
    await run(`UPDATE repair_estimates SET state = 'accepted', answered_at = now(), answered_by_user = '${LEAVING}' WHERE number = 100`)
    await run('DELETE FROM trade_in_offers WHERE number = 6')
    expect(await inStep()).toBe(22)
  })

  it('reach the version before when they are written themselves', async () => {
    const quotes = await Promise.all(
      [REPAIR, TRADE_IN].map((caseId) => db.prisma.caseQuote.create({ data: { caseId, number: 200, total: 55 } })),
    )
    const [estimate, offer] = quotes.map(({ id }) => id)
    await db.prisma.tradeInOffer.update({ where: { id: offer ?? '' }, data: { grade: 'poor', baseValue: 60, deductions: [] } })
    expect(await db.prisma.tradeInOffer.findUnique({ where: { id: offer ?? '' } })).toMatchObject({
      number: 200,
      grade: 'poor',
      version: 1,
    })
    await db.prisma.repairLine.create({ data: { repairId: REPAIR, estimateId: estimate ?? '', label: 'Board' } })
    await db.prisma.caseQuote.updateMany({ where: { number: 200 }, data: { state: 'sent', sentAt: new Date(), remindedDays: 3 } })
    expect(await db.prisma.repairEstimate.findUnique({ where: { id: estimate ?? '' } })).toMatchObject({ state: 'sent', version: 2 })
    expect(await db.prisma.tradeInOffer.findUnique({ where: { id: offer ?? '' } })).toMatchObject({
      state: 'sent',
      grade: 'poor',
      remindedDays: 3,
      version: 2,
    })
    expect(await inStep()).toBe(24)
    await expect(run(`UPDATE case_quotes SET state = 'disputed' WHERE id = '${estimate}'`)).rejects.toThrow(/disputed/)
    await db.prisma.caseQuote.delete({ where: { id: offer ?? '' } })
    expect(await inStep()).toBe(23)
  })

  it('stay in step where an account goes, a case gets another customer, and cases are removed', async () => {
    await run(`UPDATE repairs SET user_id = '${LEAVING}' WHERE id = '${REPAIR}'`)
    await run(`UPDATE trade_ins SET user_id = '${LEAVING}' WHERE id = '${TRADE_IN}'`)
    await inStep()
    await run(`DELETE FROM users WHERE id = '${LEAVING}'`)
    await inStep()
    expect(
      await db.prisma.caseQuote.count({ where: { OR: [{ createdBy: LEAVING }, { requestedBy: LEAVING }, { answeredByUser: LEAVING }] } }),
    ).toBe(0)
    expect(await db.prisma.caseQuote.count({ where: { case: { id: REPAIR }, customerId: null, state: { not: 'draft' } } })).toBe(0)
    await run(`DELETE FROM repairs WHERE id = '${REPAIR}'`)
    expect(await db.prisma.caseQuote.count({ where: { caseId: REPAIR } })).toBe(0)
    await inStep()
    await run('TRUNCATE repair_estimates CASCADE')
    expect(await db.prisma.caseQuote.count({ where: { case: { kind: 'repairs' } } })).toBe(0)
    expect(await inStep()).toBeGreaterThan(0)
    await run('TRUNCATE case_quotes CASCADE')
    expect(await inStep()).toBe(0)
  })
})
