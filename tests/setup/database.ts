import { openAsBlob } from 'node:fs'
import { describe, inject } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { openPostgres } from '~/server/platform/database/postgres'
import type { StatementWatch } from '~/server/platform/database/statement-watch'
import { createTestDatabase } from './postgres'
import { TEMPLATE } from './postgres-global'

/** A migrated, empty embedded database in memory: one for each test file. */
export const openTestDatabase = async (watch?: StatementWatch) =>
  openEmbedded({ memory: true, image: await openAsBlob(inject('embeddedImage')) }, watch)

/** A migrated, empty database on the run's PostgreSQL server, with its URL. */
export async function openPostgresTestDatabase(): Promise<Database & { url: string }> {
  const url = await createTestDatabase(TEMPLATE)
  return { ...openPostgres(url), url }
}

export const engines = ['embedded', 'postgres'] as const

/** A migrated, empty database on either engine, for what both must do alike. */
export const openOn = (engine: (typeof engines)[number]): Promise<Database> =>
  engine === 'embedded' ? openTestDatabase() : openPostgresTestDatabase()

/**
 * A suite for what does not depend on the engine: on the embedded one in the gate, on PostgreSQL in `npm run test:full`.
 * @param name with `%s` for the engine
 */
export function describeOnEngines(name: string, body: (engine: (typeof engines)[number]) => void): void {
  for (const engine of engines) {
    describe(name.replace('%s', engine), { tags: engine === 'postgres' ? ['full'] : [] }, () => body(engine))
  }
}
