import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/**
 * A database of its own on the run's PostgreSQL server, for tests of the project `api`; it goes when the
 * server goes. Empty, without a single table, or a copy of another one.
 *
 * @returns its URL, as `DATABASE_URL` takes it
 */
export async function createTestDatabase(template = 'template1'): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}
