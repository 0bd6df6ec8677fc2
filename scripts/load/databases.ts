import { randomUUID } from 'node:crypto'
import { startPostgres, type PostgresServer } from '../../tests/setup/postgres-server'
import { sql } from './sql'

let server: Promise<PostgresServer> | undefined

/** A new, empty database on the run's own PostgreSQL server, which ends with the run. @returns its URL */
export async function newDatabase(): Promise<string> {
  server ??= startPostgres()
  const { url } = await server
  const name = `load_${randomUUID().replaceAll('-', '')}`
  await sql(url, `CREATE DATABASE ${name}`)
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** Ends the server, if there is one. */
export async function stopDatabases(): Promise<void> {
  await (await server)?.stop()
}
