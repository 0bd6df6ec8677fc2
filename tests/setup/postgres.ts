import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/**
 * An empty database of its own on the run's PostgreSQL server, for tests of the project `api`; it goes
 * when the server goes.
 *
 * @returns its URL, as `DATABASE_URL` takes it
 */
export async function createTestDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}
