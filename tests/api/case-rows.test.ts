import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
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
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it('have one case that there is', async () => {
    const repair = await open('repairs')
    for (const table of Object.keys(tables)) {
      await expect(add(table, { case_id: randomUUID() }), table).rejects.toThrow(`${table}_case_id_fkey`)
      await expect(add(table, { id: randomUUID() }), table).rejects.toThrow(/case_id|of_one_case|of_one_origin/)
    }
    await expect(add('case_files', { case_id: repair, request_id: await open('case_requests') })).rejects.toThrow('of_one_case')
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
