import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations, readMigrations } from '~/server/platform/database/migrate'
import { describeOnEngines, openOn } from '../setup/database'

/** The tables with rows of cases, and what a row needs beside its case. */
const tables: Record<string, Record<string, string>> = {
  case_notes: {},
  case_links: { token_hash: 'gen_random_uuid()::text' },
  case_customers: {},
  case_emails: { kind: `'status'`, recipient: `'a@example.com'`, subject: `'Hello'` },
  case_messages: { side: `'desk'` },
  case_files: { kind: `'picture'`, name: `'a.jpg'`, content_type: `'image/jpeg'`, bytes: '1', storage_key: `'key'`, sha256: `''` },
  case_readings: {},
}
const ofRequests = ['case_files', 'case_readings']

/** The level of a shop that had no table of cases. */
const before = new Set(readMigrations().migrationDirectories.flatMap(({ path }) => (path < '20261129000000' ? [path] : [])))

// On PostgreSQL in the gate: indexes are made beside whoever writes there.
describeOnEngines('the rows of cases on %s', (engine) => {
  let db: Database
  const run = (sql: string, ...values: unknown[]) => db.prisma.$executeRawUnsafe(sql, ...values)
  const idsOf = async (sql: string, ...values: unknown[]) =>
    (await db.prisma.$queryRawUnsafe<{ id: string }[]>(sql, ...values)).map(({ id }) => id)
  const add = async (table: string, keys: Record<string, string>) => {
    const row = { ...Object.fromEntries(Object.entries(keys).map(([key, id]) => [key, `'${id}'`])), ...tables[table] }
    const [id = ''] = await idsOf(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.values(row).join()}) RETURNING id::text`,
    )
    return id
  }
  const open = async (table: 'repairs' | 'trade_ins' | 'case_requests') => {
    const [id = ''] = await idsOf(
      `INSERT INTO ${table} ${table === 'case_requests' ? `(noun) VALUES ('repairs')` : 'DEFAULT VALUES'} RETURNING id::text`,
    )
    return id
  }
  const keysOf = async (table: string, id: string) =>
    (
      await db.prisma.$queryRawUnsafe<Record<string, string | null>[]>(
        `SELECT case_id::text, repair_id::text, trade_in_id::text FROM ${table} WHERE id = '${id}'`,
      )
    )[0]
  const ofRepair = (id: string) => ({ case_id: id, repair_id: id, trade_in_id: null })
  const ofTradeIn = (id: string) => ({ case_id: id, repair_id: null, trade_in_id: id })

  beforeAll(async () => {
    db = await openOn(engine)
    await run('DROP SCHEMA public CASCADE')
    await run('CREATE SCHEMA public')
    await applyMigrations(db.adapter, before)
  }, 240_000)
  afterAll(() => db.close())

  it('stay as they were when the shop gets its table of cases, each with the id of its case', { timeout: 240_000 }, async () => {
    const [repairs, tradeIns] = [[await open('repairs'), await open('repairs')], [await open('trade_ins')]]
    const request = await open('case_requests')
    for (const table of Object.keys(tables)) {
      for (const id of repairs) await add(table, { repair_id: id })
      for (const id of tradeIns) await add(table, { trade_in_id: id })
      if (ofRequests.includes(table)) await add(table, { request_id: request })
    }
    // Only plain SQL can give two cases one id.
    const taken = randomUUID()
    for (const table of ['repairs', 'trade_ins']) await run(`INSERT INTO ${table} (id) VALUES ('${taken}')`)
    await add('case_notes', { trade_in_id: taken })
    await expect(applyMigrations(db.adapter)).rejects.toThrow('A repair and a trade-in have the same id')
    const another = randomUUID()
    await run(`INSERT INTO cases (id, kind) VALUES ('${another}', 'trade_ins')`)
    await run(`UPDATE trade_ins SET id = '${another}' WHERE id = '${taken}'`)

    const rows = async () => {
      const of = async (table: string) =>
        (
          await db.prisma.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(`SELECT to_jsonb(t) AS row FROM ${table} AS t ORDER BY id`)
        ).map(({ row }) => row)
      const read = await Promise.all(Object.keys(tables).map(async (table) => [table, await of(table)] as const))
      return new Map(read)
    }
    const former = await rows()
    await applyMigrations(db.adapter)
    const now = await rows()
    for (const [table, found] of former) {
      expect(found.length, table).toBeGreaterThan(2)
      // Later columns are added to them.
      expect(now.get(table), table).toMatchObject(found.map((row) => ({ ...row, case_id: row.repair_id ?? row.trade_in_id })))
    }
    const cases = await db.prisma.case.findMany({ orderBy: { id: 'asc' } })
    const known = [
      ...[...repairs, taken].map((id) => ({ id, kind: 'repairs' })),
      ...[...tradeIns, another].map((id) => ({ id, kind: 'tradeIns' })),
    ]
    expect(cases.map(({ id, kind }) => ({ id, kind }))).toEqual(known.sort((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await db.prisma.$queryRaw`SELECT conname FROM pg_constraint WHERE NOT convalidated`).toEqual([])
  })

  it('are found by either version, whichever has written, moved or given them to a case', async () => {
    const [repair, tradeIn] = [await open('repairs'), await open('trade_ins')]
    for (const table of Object.keys(tables)) {
      const byFormer = [await add(table, { repair_id: repair }), await add(table, { trade_in_id: tradeIn })] as const
      const byThis = [await add(table, { case_id: repair }), await add(table, { case_id: tradeIn })] as const
      for (const [first, second] of [byFormer, byThis]) {
        expect([await keysOf(table, first), await keysOf(table, second)], table).toEqual([ofRepair(repair), ofTradeIn(tradeIn)])
      }
      await run(`UPDATE ${table} SET repair_id = NULL, trade_in_id = '${tradeIn}' WHERE id = '${byFormer[0]}'`)
      await run(`UPDATE ${table} SET case_id = '${tradeIn}' WHERE id = '${byThis[0]}'`)
      expect([await keysOf(table, byFormer[0]), await keysOf(table, byThis[0])], table).toEqual([ofTradeIn(tradeIn), ofTradeIn(tradeIn)])
    }
    for (const table of ofRequests) {
      const request = await open('case_requests')
      const [first, second] = [await add(table, { request_id: request }), await add(table, { request_id: request })]
      expect(await keysOf(table, first)).toEqual({ case_id: null, repair_id: null, trade_in_id: null })
      await run(`UPDATE ${table} SET request_id = NULL, repair_id = '${repair}' WHERE id = '${first}'`)
      await run(`UPDATE ${table} SET request_id = NULL, case_id = '${repair}' WHERE id = '${second}'`)
      expect([await keysOf(table, first), await keysOf(table, second)], table).toEqual([ofRepair(repair), ofRepair(repair)])
    }
  })

  it('have one case that there is', async () => {
    const [repair, tradeIn] = [await open('repairs'), await open('trade_ins')]
    for (const table of Object.keys(tables)) {
      for (const keys of [{ case_id: randomUUID() }, { repair_id: randomUUID() }, { repair_id: tradeIn }, { trade_in_id: repair }]) {
        await expect(add(table, keys), table).rejects.toThrow('there is no such case')
      }
      await expect(add(table, { repair_id: repair, trade_in_id: tradeIn }), table).rejects.toThrow('one_case')
      await expect(add(table, { id: randomUUID() }), table).rejects.toThrow(/case_id|one_case|of_one_origin/)
    }
    await expect(add('case_files', { case_id: repair, request_id: await open('case_requests') })).rejects.toThrow('one_case')
    await expect(run(`INSERT INTO trade_ins (id) VALUES ('${repair}')`)).rejects.toThrow('another kind of case has this id')
    await expect(run(`INSERT INTO repairs (id) VALUES ('${repair}')`)).rejects.toThrow('repairs_pkey')
    await expect(run(`DELETE FROM cases WHERE id = '${repair}'`)).rejects.toThrow('repairs_id_fkey')
  })

  it('go with their case, one by one and all at once', async () => {
    const [repair, tradeIn] = [await open('repairs'), await open('trade_ins')]
    for (const table of Object.keys(tables)) for (const id of [repair, tradeIn]) await add(table, { case_id: id })
    const left = async (id: string) =>
      (
        await Promise.all(
          ['cases', ...Object.keys(tables)].map((table) =>
            idsOf(`SELECT id::text FROM ${table} WHERE ${table === 'cases' ? 'id' : 'case_id'} = '${id}'`),
          ),
        )
      ).flat().length
    expect([await left(repair), await left(tradeIn)]).toEqual([8, 8])
    await run(`DELETE FROM repairs WHERE id = '${repair}'`)
    expect([await left(repair), await left(tradeIn)]).toEqual([0, 8])
    await run('TRUNCATE trade_ins CASCADE')
    expect(await left(tradeIn)).toBe(0)
    expect(await db.prisma.case.count({ where: { kind: 'tradeIns' } })).toBe(0)
  })
})
