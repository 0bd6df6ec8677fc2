import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const insertOrders = (db: Database, count: number, prefix = 'ORD') =>
  db.prisma.$queryRawUnsafe<{ id: string }[]>(
    `INSERT INTO orders (order_number, status) SELECT '${prefix}-' || lpad(n::text, 5, '0'), 'pending' FROM generate_series(1, ${count}) AS n RETURNING id::text`,
  )

describeOnEngines('orders.updateStatuses on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let statementsOf: ReturnType<typeof countStatements>['statementsOf']
  let email: string
  beforeAll(async () => {
    const counted = countStatements(await openOn(engine))
    statementsOf = counted.statementsOf
    shop = await openTestShop({ db: counted.db })
    const signedIn = await shop.signIn('admin')
    admin = signedIn.caller
    email = signedIn.email
  })
  beforeEach(() => shop.db.prisma.order.deleteMany())
  afterAll(() => shop.close())

  it('says of each row what became of it, and writes each change to the history', async () => {
    const [changes, stays, taken] = await insertOrders(shop.db, 3)
    if (!changes || !stays || !taken) throw new Error('three orders')
    await admin.orders.updateStatus({ id: stays.id, status: 'completed' })
    await admin.orders.updateStatus({ id: taken.id, status: 'cancelled', version: 1 })
    const missing = randomUUID()

    const ids = [{ id: changes.id, version: 1 }, { id: stays.id }, { id: taken.id, version: 1 }, { id: missing }]
    expect(await admin.orders.updateStatuses({ ids, status: 'completed' })).toEqual({
      counts: { changed: 1, unchanged: 1, conflict: 1, missing: 1 },
      results: [
        { id: changes.id, outcome: 'changed' },
        { id: stays.id, outcome: 'unchanged' },
        { id: taken.id, outcome: 'conflict' },
        { id: missing, outcome: 'missing' },
      ],
      change: expect.any(String),
    })
    expect(await admin.orders.byId({ id: changes.id })).toMatchObject({ status: 'completed', version: 2 })
    expect(await admin.orders.byId({ id: stays.id })).toMatchObject({ status: 'completed', version: 2 })
    expect(await admin.orders.byId({ id: taken.id })).toMatchObject({ status: 'cancelled', version: 2 })
    const history = async (id: string) => (await admin.audit.history({ subjectType: 'order', subjectId: id })).rows
    expect(await history(changes.id)).toMatchObject([
      { action: 'order.status_changed', actor: email, before: { status: 'pending' }, after: { status: 'completed' } },
    ])
    expect(await history(stays.id)).toHaveLength(1)
    expect(await history(missing)).toEqual([])
  })

  it('takes plain ids in any case, and keeps the counts of the list right', async () => {
    const rows = await insertOrders(shop.db, 60)
    const { counts } = await admin.orders.updateStatuses({ ids: rows.map(({ id }) => id.toUpperCase()), status: 'processing' })
    expect(counts).toEqual({ changed: 60, unchanged: 0, conflict: 0, missing: 0 })
    expect((await admin.orders.list({})).counts).toEqual({ pending: 0, processing: 60, completed: 0, cancelled: 0 })
  })

  it('changes all that a view shows, over several parts of the table, and nothing else', async () => {
    await insertOrders(shop.db, 2_100, 'BULK')
    await insertOrders(shop.db, 50, 'OTHER')
    const all = { search: ' bulk-', status: 'pending' as const }
    expect(await admin.orders.countMatching(all)).toEqual({ matching: 2_100 })
    const answer = await admin.orders.updateStatuses({ all, expected: 2_100, status: 'completed' })
    expect(answer).toEqual({
      counts: { changed: 2_100, unchanged: 0, conflict: 0, missing: 0 },
      results: [],
      change: expect.any(String),
    })
    expect((await admin.orders.list({})).counts).toMatchObject({ pending: 50, completed: 2_100 })
    const [logged] = await shop.db.prisma.$queryRaw<{ entries: number }[]>`
      SELECT count(*)::int AS entries FROM audit_log AS a JOIN orders AS o ON o.id::text = a.subject_id WHERE a.action = 'order.status_changed'`
    expect(logged?.entries).toBe(2_100)
    expect(await admin.orders.updateStatuses({ all: {}, expected: 2_150, status: 'completed' })).toMatchObject({
      counts: { changed: 50, unchanged: 2_100 },
    })
    // As one, and over as many parts.
    const undone = await admin.orders.undoStatuses({ change: answer.change ?? '' })
    expect(undone.counts).toEqual({ changed: 2_100, unchanged: 0, conflict: 0, missing: 0 })
    expect((await admin.orders.list({})).counts).toMatchObject({ pending: 2_100, completed: 50 })
  })

  it('changes nothing when a view shows another number of rows than was seen', async () => {
    await insertOrders(shop.db, 3)
    await expect(admin.orders.updateStatuses({ all: {}, expected: 2, status: 'completed' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('3 rows match now, not 2') as string,
    })
    expect((await admin.orders.list({})).counts.pending).toBe(3)
  })

  it('needs as many statements for a thousand rows as for two', async () => {
    const rows = (await insertOrders(shop.db, 1_000)).map(({ id }) => id)
    const turn = { next: 0 }
    const change = (ids: string[]) => () => admin.orders.updateStatuses({ ids, status: turn.next++ % 2 === 0 ? 'processing' : 'cancelled' })
    const few = await statementsOf(change(rows.slice(0, 2)))
    const many = await statementsOf(change(rows))
    expect(many).toBe(few)
    const all = () => admin.orders.updateStatuses({ all: {}, expected: 1_000, status: turn.next++ % 2 === 0 ? 'processing' : 'cancelled' })
    const ofAll = await statementsOf(all)
    expect(ofAll).toBeLessThanOrEqual(few + 3)
  })

  it('lets two people change the same rows at once without failing; each row is changed by one of them', async () => {
    const rows = (await insertOrders(shop.db, 300)).map(({ id }) => ({ id, version: 1 }))
    const [one, other] = await Promise.all([
      admin.orders.updateStatuses({ ids: rows, status: 'completed' }),
      admin.orders.updateStatuses({ ids: [...rows].reverse(), status: 'cancelled' }),
    ])
    expect(one.counts.changed + other.counts.changed).toBe(300)
    expect(one.counts.conflict + other.counts.conflict).toBe(300)
  })
})

describe('the bulk calls of repairs and trade-ins', () => {
  let shop: TestShop
  let admin: TestShop['visitor']
  beforeAll(async () => {
    shop = await openTestShop()
    admin = (await shop.signIn('admin')).caller
    await shop.db.prisma.$executeRaw`INSERT INTO repairs (repair_number) VALUES ('REP-1'), ('REP-2')`
    await shop.db.prisma.$executeRaw`INSERT INTO trade_ins (trade_in_number) VALUES ('TI-1'), ('TI-2')`
  })
  afterAll(() => shop.close())

  it('set their own statuses', async () => {
    const [repair] = (await admin.repairs.list({})).rows
    if (!repair) throw new Error('a repair')
    expect((await admin.repairs.updateStatuses({ ids: [repair.id], status: 'shipped' })).counts.changed).toBe(1)
    expect((await admin.repairs.updateStatuses({ all: { status: 'received' }, expected: 1, status: 'testing' })).counts.changed).toBe(1)
    expect((await admin.repairs.list({})).counts).toMatchObject({ shipped: 1, testing: 1, received: 0 })
    const { rows } = await admin.audit.history({ subjectType: 'repair', subjectId: repair.id })
    expect(rows).toMatchObject([{ action: 'repair.status_changed', after: { status: 'shipped' } }])

    expect(await admin.tradeIns.countMatching({ search: 'ti-' })).toEqual({ matching: 2 })
    await admin.tradeIns.updateStatuses({ all: { search: 'TI-2' }, expected: 1, status: 'approved' })
    const list = await admin.tradeIns.list({ status: 'approved' })
    expect(list.rows.map((row) => row.tradeInNumber)).toEqual(['TI-2'])
    const entries = await admin.audit.history({ subjectType: 'trade_in', subjectId: list.rows[0]?.id ?? '' })
    expect(entries.rows).toMatchObject([{ action: 'trade_in.status_changed', before: { status: 'submitted' } }])
  })

  it('refuse what is no choice', async () => {
    const id = randomUUID()
    const bad = [
      { ids: [], status: 'shipped' as const },
      { status: 'shipped' as const },
      { ids: [id], all: {}, expected: 1, status: 'shipped' as const },
      { all: {}, status: 'shipped' as const },
      { ids: [id, id], status: 'shipped' as const },
      { ids: ['one'], status: 'shipped' as const },
      { ids: Array.from({ length: 1_001 }, () => randomUUID()), status: 'shipped' as const },
    ]
    for (const input of bad) {
      await expect(admin.repairs.updateStatuses(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('are for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    const input = { all: {}, expected: 0, status: 'completed' as const }
    for (const noun of ['orders', 'repairs', 'tradeIns'] as const) {
      await expect(caller[noun].updateStatuses(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(shop.visitor[noun].updateStatuses(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      await expect(caller[noun].countMatching({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
