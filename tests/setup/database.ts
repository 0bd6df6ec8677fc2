import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { describe, inject } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { openPostgres } from '~/server/platform/database/postgres'
import type { StatementWatch } from '~/server/platform/database/statement-watch'
import { createTestDatabase } from './postgres'
import { TEMPLATE } from './postgres-global'

// The engine clears its buffers as it opens. The 128 MB that it has by itself take a fifth of the time that opening a copy of
// the image does, and no test fills more than a few.
PGlite.defaultStartParams.push('-c', 'shared_buffers=16MB')

/** A migrated, empty embedded database in memory, for what is of that engine alone. */
export const openEmbeddedTestDatabase = async (watch?: StatementWatch) =>
  openEmbedded({ memory: true, image: await openAsBlob(inject('embeddedImage')) }, watch)

/**
 * A migrated, empty database for what does not depend on the engine: on PostgreSQL in the gate, which takes half the processor's time, on
 * the embedded engine in `npm run test:full`. Either has one connection, so that a statement beside a transaction that waits for
 * it shows as a fault.
 */
export const openTestDatabase = async (watch?: StatementWatch): Promise<Database> =>
  process.env.TEST_SUITE === 'full'
    ? openEmbeddedTestDatabase(watch)
    : openPostgres(await createTestDatabase(TEMPLATE), watch, { connections: 1 })

/** A migrated, empty database on the run's PostgreSQL server, with its URL. */
export async function openPostgresTestDatabase(): Promise<Database & { url: string }> {
  const url = await createTestDatabase(TEMPLATE)
  return { ...openPostgres(url), url }
}

export const engines = ['embedded', 'postgres'] as const

/** A migrated, empty database on either engine, for what both must do alike. */
export const openOn = (engine: (typeof engines)[number]): Promise<Database> =>
  engine === 'embedded' ? openEmbeddedTestDatabase() : openPostgresTestDatabase()

type Engine = (typeof engines)[number]

/** A suite for what does not depend on the engine: on PostgreSQL in the gate, on the embedded one too in `npm run test:full`. */
export function describeOnEngines(name: string, body: (engine: Engine) => void): void {
  for (const engine of engines) describe(name.replace('%s', engine), { tags: engine === 'postgres' ? [] : ['full'] }, () => body(engine))
}
