import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../setup/postgres'
import { startPostgres } from '../setup/postgres-server'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('each test gets an empty database of its own on a real PostgreSQL', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(one, 'create table only_here (id integer)')
  const tables = "select table_name from information_schema.tables where table_schema = 'public'"
  expect(await query(one, tables)).toEqual([{ table_name: 'only_here' }])
  expect(await query(other, tables)).toEqual([])
  expect(await query(one, 'select version()')).toEqual([{ version: expect.stringMatching(/^PostgreSQL 18/) }])
})

test('has what the shop asks of a server: trigram search and letters beyond ASCII', async () => {
  const url = await createTestDatabase()
  await query(url, 'create extension pg_trgm')
  expect(await query(url, "select lower('ÉCHANGE') as word, 'Antminer' % 'antminr' as alike")).toEqual([{ word: 'échange', alike: true }])
})

test('a stopped server is gone', async () => {
  const server = await startPostgres()
  expect(server.url).not.toBe(inject('postgresUrl'))
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  await expect(query(server.url, 'select 1')).rejects.toThrow()
})
