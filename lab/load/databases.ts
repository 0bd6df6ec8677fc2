import { randomUUID } from 'node:crypto'
import { FLUSHED, startPostgres, type PostgresServer } from '../../tests/setup/postgres-server'
import { sql } from './sql'

/** The run's own servers: one whose commits wait for the disk, and one whose commits do not. */
const servers = new Map<boolean, Promise<PostgresServer>>()

/**
 * A new, empty database on one of the run's own PostgreSQL servers, which end with the run.
 * @param flushed whether a commit is answered once it is on the disk, as PostgreSQL does unless told otherwise; the servers of tests do not wait
 * @returns its URL
 */
export async function newDatabase({ flushed = false } = {}): Promise<string> {
  const server = servers.get(flushed) ?? startPostgres(flushed ? FLUSHED : {})
  servers.set(flushed, server)
  const { url } = await server
  const name = `load_${randomUUID().replaceAll('-', '')}`
  await sql(url, `CREATE DATABASE ${name}`)
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** Ends the servers that were started. */
export async function stopDatabases(): Promise<void> {
  await Promise.all([...servers.values()].map(async (server) => (await server).stop()))
}
