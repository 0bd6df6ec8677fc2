import { PGlite } from '@electric-sql/pglite'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PrismaClient } from '~/generated/prisma/client'
import { tighten } from '~/server/platform/files/data-dir'
import { type LogFiles, copyDirectory } from './copy-directory'
import { type CopyFiles, type Database, TRANSACTION_OPTIONS } from './database'
import { checkEngine, markEngine } from './engine-version'
import { lockDirectory } from './directory-lock'
import { EmbeddedAdapter } from './patched-pglite-adapter'
import { jsonReader } from './column-values'
import { StatementWatch } from './statement-watch'

interface EngineFiles {
  chmod: (place: unknown, mode: number, dontFollow?: boolean) => void
}

const areFiles = (value: unknown): value is EngineFiles =>
  typeof value === 'object' && value !== null && 'chmod' in value && typeof value.chmod === 'function'

/** All that the file's owner may do. */
const OWNER = 0o700

/**
 * Has an engine keep its files for their owner alone. After it has made one it sets the file's rights by a umask of its
 * own, 0022, which nothing can change from outside (PGlite 0.5: Emscripten's `FS.open`), so the process's does not count.
 */
function keepFilesPrivate({ Module: engine }: PGlite): void {
  const files: unknown = engine.FS
  if (!areFiles(files)) throw new TypeError('The embedded engine has no file system of the kind that is known')
  const { chmod } = files
  files.chmod = (place, mode, dontFollow) => {
    chmod(place, (mode & ~0o7777) | (mode & OWNER), dontFollow)
  }
}

/** Where an embedded database lives: a directory, or memory for tests (with a prepared image or without). */
type EmbeddedPlace = { dataDir: string } | { memory: true; image?: Blob }

const createPGlite = async (options: { dataDir?: string; loadDataDir?: Blob } = {}): Promise<PGlite> => {
  const pg = await PGlite.create({ ...options, extensions: { pg_trgm } })
  // Prisma's adapters drop the offset of a timestamptz, so the session must be in UTC.
  await pg.exec(`SET TimeZone = 'UTC'`)
  return pg
}

/** The database's folder in DATA_DIR. */
const DATABASE = 'db'

/** Opens the database directory; a new one is made beside it first, so a start cut short leaves nothing half-made. */
async function openDirectory(dataDir: string): Promise<PGlite> {
  const directory = path.join(dataDir, DATABASE)
  if (!existsSync(directory)) {
    const fresh = path.join(dataDir, 'db.new')
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    const pg = await createPGlite({ dataDir: fresh })
    await pg.close()
    // Its first files are laid out with rights of their own, whatever the process's umask; later ones go by that.
    tighten(fresh)
    renameSync(fresh, directory)
  }
  checkEngine(directory)
  const pg = await createPGlite({ dataDir: directory })
  keepFilesPrivate(pg)
  // Of what it has made while it was opened.
  tighten(directory)
  markEngine(directory)
  return pg
}

/** What a copy's log must have; the checkpoint before it has written everything else out. */
const LOG_FILES = `SELECT redo_wal_file AS first, pg_walfile_name(pg_current_wal_insert_lsn()) AS last FROM pg_control_checkpoint()`

/** Copies the files of an open database (docs/decisions/022): a transaction of its own keeps others off at the last moment. */
const copyFilesOf =
  (pg: PGlite, directory: string): CopyFiles =>
  async (dataDir, signal) => {
    await pg.query('CHECKPOINT')
    const finish = await copyDirectory(directory, path.join(dataDir, DATABASE), signal)
    return pg.transaction(async (tx) => {
      const began = performance.now()
      const at = new Date()
      await tx.query('CHECKPOINT')
      const [log] = (await tx.query<LogFiles>(LOG_FILES)).rows
      if (!log) throw new Error('The database does not name the files of its log')
      await finish(log)
      return { at, heldMs: performance.now() - began }
    })
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

  const here = { prisma, readJson: jsonReader(adapter) }

  return {
    engine: 'embedded',
    pg,
    ...here,
    reading: (work) => work(here),
    adapter,
    async listen(channel, handlers) {
      const unlisten = await pg.listen(channel, handlers.message)
      handlers.connected()
      return () => unlisten()
    },
    // The directory's lock leaves no other process.
    exclusively: (work) => work(),
    probe: async (sql) => (await pg.query<Record<string, unknown>>(sql)).rows,
    load: () => ({ pending: watch.pending }),
    ...('dataDir' in place && { copyFiles: copyFilesOf(pg, path.join(place.dataDir, DATABASE)) }),
    async close() {
      await prisma.$disconnect()
      await pg.close()
      unlock()
    },
  }
}
