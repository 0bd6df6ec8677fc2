import type { Database } from '~/server/db/database'
import { openEmbedded } from '~/server/db/embedded'
import { applyMigrations } from '~/server/db/migrate'
import { openPostgres } from '~/server/db/postgres'
import { createTestDatabase } from './postgres'

/** A migrated, empty embedded database in memory: one for each test file. */
export async function openTestDatabase() {
  const db = await openEmbedded({ memory: true })
  await applyMigrations(db.adapter)
  return db
}

/** A migrated, empty database on the run's PostgreSQL server, with its URL. */
export async function openPostgresTestDatabase(): Promise<Database & { url: string }> {
  const url = await createTestDatabase()
  const db = openPostgres(url)
  await applyMigrations(db.adapter)
  return { ...db, url }
}

export const engines = ['embedded', 'postgres'] as const

/** A migrated, empty database on either engine, for what both must do alike. */
export const openOn = (engine: (typeof engines)[number]): Promise<Database> =>
  engine === 'embedded' ? openTestDatabase() : openPostgresTestDatabase()
