import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { describeOnEngines, openOn } from '../setup/database'

const USER = '00000000-0000-4000-8000-0000000000a1'
const LEAVING = '00000000-0000-4000-8000-0000000000a2'
const [REPAIR, TRADE_IN] = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000c1']

/** Quotes of every case in every state, with odd times among them. */
const FILLED = `
  INSERT INTO case_quotes (case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
    reminded_days, created_by, created_at, updated_at, version)
  SELECT c.id, n, s.state, n * 10.55, CASE n % 4 WHEN 0 THEN '${USER}'::uuid END,
    CASE WHEN n > 1 THEN now() - n * interval '1 day' END, CASE n WHEN 5 THEN 'infinity' ELSE now() + n * interval '1 day' END,
    CASE n % 3 WHEN 0 THEN now() END, CASE n % 2 WHEN 0 THEN '${USER}'::uuid ELSE '${LEAVING}'::uuid END,
    CASE n % 3 WHEN 0 THEN 'online'::answer_channel END, repeat('x', n::int), n % 11, '${LEAVING}', now() - interval '9 days', now() - interval '1 hour', n
  FROM cases AS c, unnest(enum_range(NULL::quote_state)) WITH ORDINALITY AS s (state, n)`

describeOnEngines('the quotes of cases on %s', (engine) => {
  let db: Database
  const run = (sql: string) => db.prisma.$executeRawUnsafe(sql)

  beforeAll(async () => {
    db = await openOn(engine)
    await run(`INSERT INTO users (id, email) VALUES ('${USER}', 'user@example.com'), ('${LEAVING}', 'leaving@example.com')`)
    await run(`INSERT INTO repairs (id, user_id) VALUES ('${REPAIR}', '${USER}'), (gen_random_uuid(), NULL)`)
    await run(`INSERT INTO trade_ins (id, user_id) VALUES ('${TRADE_IN}', '${USER}'), (gen_random_uuid(), NULL)`)
    await run(FILLED)
    await run(`UPDATE case_quotes SET requested_by = '${LEAVING}', approved_by = '${USER}' WHERE number % 2 = 0`)
  })
  afterAll(() => db.close())

  it('count their versions', async () => {
    const { id } = await db.prisma.caseQuote.create({ data: { caseId: TRADE_IN, number: 100, total: 80 } })
    await run(`UPDATE case_quotes SET state = 'sent', total = 70, sent_at = now() WHERE number = 100`)
    expect(await db.prisma.caseQuote.findUnique({ where: { id } })).toMatchObject({ state: 'sent', version: 2 })
  })

  it('take their lines and details along', async () => {
    const estimate = await db.prisma.caseQuote.create({ data: { caseId: REPAIR, number: 200, total: 55 } })
    const offer = await db.prisma.caseQuote.create({
      data: { caseId: TRADE_IN, number: 200, total: 55, offer: { create: { grade: 'poor', baseValue: 60 } } },
    })
    await db.prisma.repairLine.create({ data: { repairId: REPAIR, estimateId: estimate.id, label: 'Board' } })
    await db.prisma.caseQuote.deleteMany({ where: { number: 200 } })
    expect(await db.prisma.repairLine.count()).toBe(0)
    expect(await db.prisma.tradeInOffer.count({ where: { id: offer.id } })).toBe(0)
  })

  it('are their customer’s where the case goes to another, outlive the accounts that worked on them, and go with their case', async () => {
    await run(`UPDATE repairs SET user_id = '${LEAVING}' WHERE id = '${REPAIR}'`)
    await run(`UPDATE trade_ins SET user_id = '${LEAVING}' WHERE id = '${TRADE_IN}'`)
    const ofGiven = { caseId: { in: [REPAIR, TRADE_IN] } }
    expect(await db.prisma.caseQuote.count({ where: { ...ofGiven, state: 'sent' } })).toBe(0)
    expect(await db.prisma.caseQuote.count({ where: { ...ofGiven, customerId: null, state: { not: 'draft' } } })).toBe(0)
    await run(`DELETE FROM users WHERE id = '${LEAVING}'`)
    const byLeaving = { OR: [{ createdBy: LEAVING }, { requestedBy: LEAVING }, { answeredByUser: LEAVING }] }
    expect(await db.prisma.caseQuote.count({ where: byLeaving })).toBe(0)
    await run(`DELETE FROM repairs WHERE id = '${REPAIR}'`)
    expect(await db.prisma.caseQuote.count({ where: { caseId: REPAIR } })).toBe(0)
    await run('TRUNCATE trade_ins CASCADE')
    expect(await db.prisma.caseQuote.count({ where: { case: { kind: 'tradeIns' } } })).toBe(0)
  })
})
