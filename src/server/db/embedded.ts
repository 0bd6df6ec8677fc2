import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PrismaClient } from '~/generated/prisma/client'
import { TRANSACTION_OPTIONS, type Database } from './database'
import { checkEngine, markEngine } from './engine-version'
import { lockDirectory } from './lock'
import { EmbeddedAdapter } from './pglite-adapter'
import { jsonReader } from './read-json'
import { StatementWatch } from './statement-watch'

/** Where an embedded database lives: a directory, or memory for tests (with a prepared image or without). */
export type EmbeddedPlace = { dataDir: string } | { memory: true; image?: Blob }

const createPGlite = async (options: { dataDir?: string; loadDataDir?: Blob } = {}): Promise<PGlite> => {
  const pg = await PGlite.create({ ...options, extensions: { pg_trgm } })
  // Prisma's adapters drop the offset of a timestamptz, so the session must be in UTC.
  await pg.exec(`SET TimeZone = 'UTC'`)
  return pg
}

/** Opens the database directory; a new one is made beside it first, so a start cut short leaves nothing half-made. */
async function openDirectory(dataDir: string): Promise<PGlite> {
  const directory = path.join(dataDir, 'db')
  if (!existsSync(directory)) {
    const fresh = path.join(dataDir, 'db.new')
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    const pg = await createPGlite({ dataDir: fresh })
    await pg.close()
    renameSync(fresh, directory)
  }
  checkEngine(directory)
  const pg = await createPGlite({ dataDir: directory })
  markEngine(directory)
  return pg
}

/**
 * Opens PostgreSQL inside this process (PGlite).
 * @throws {DatabaseInUseError} when another process has the directory open
 * @throws {EngineVersionError} when it belongs to an engine of another version
 */
export async function openEmbedded(place: EmbeddedPlace, watch = new StatementWatch()): Promise<Database & { pg: PGlite }> {
  const unlock = 'dataDir' in place ? lockDirectory(place.dataDir) : () => undefined
  let pg: PGlite
  try {
    pg = 'dataDir' in place ? await openDirectory(place.dataDir) : await createPGlite(place.image ? { loadDataDir: place.image } : {})
  } catch (error) {
    unlock()
    throw error
  }
  const adapter = new EmbeddedAdapter(pg, () => createPGlite(), watch)
  const prisma = new PrismaClient({ adapter, transactionOptions: TRANSACTION_OPTIONS })

  return {
    engine: 'embedded',
    pg,
    prisma,
    adapter,
    readJson: jsonReader(adapter),
    async listen(channel, handlers) {
      const unlisten = await pg.listen(channel, handlers.message)
      handlers.connected()
      return () => unlisten()
    },
    // The directory's lock leaves no other process.
    exclusively: (work) => work(),
    probe: async (sql) => (await pg.query<Record<string, unknown>>(sql)).rows,
    load: () => ({ pending: watch.pending }),
    async close() {
      await prisma.$disconnect()
      await pg.close()
      unlock()
    },
  }
}
