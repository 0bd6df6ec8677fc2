import { PGlite } from '@electric-sql/pglite'
import { existsSync, mkdirSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
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
import { withRetriedTransactions } from './retry-transactions'

interface EngineFiles {
  chmod: (place: unknown, mode: number, dontFollow?: boolean) => void
}

const areFiles = (value: unknown): value is EngineFiles =>
  typeof value === 'object' && value !== null && 'chmod' in value && typeof value.chmod === 'function'

/** All that the file's owner may do. */
const OWNER = 0o700

/**
 * Keeps the engine's files private. The engine sets each new file's mode by an umask of its own, 0022, which nothing outside can change
 * (PGlite 0.5, Emscripten's `FS.open`); the process's umask does not count.
 */
function keepFilesPrivate({ Module: engine }: PGlite): void {
  const files: unknown = engine.FS
  if (!areFiles(files)) throw new TypeError('The embedded engine has no file system of the kind that is known')
  const { chmod } = files
  files.chmod = (place, mode, dontFollow) => {
    chmod(place, (mode & ~0o7777) | (mode & OWNER), dontFollow)
  }
}

/** Others get their turn after this time (ms): the statements of one change, and of the pages that follow it, seldom take longer. */
const TURN_MS = 250

/**
 * Lets the rest of the process work between statements. The engine answers within microtasks, so a job that writes row by row, or a queue
 * of calls, would hold requests and timers until its last statement (docs/decisions/001).
 */
function letOthersWork(pg: PGlite): void {
  const exec = pg.execProtocolStream.bind(pg)
  let since = performance.now()
  pg.execProtocolStream = async (message, options) => {
    if (performance.now() - since > TURN_MS) {
      await setImmediate()
      since = performance.now()
    }
    return exec(message, options)
  }
}

/** A directory, which begins with the image of that file if it is new and the file is there; or memory for tests, perhaps with an image. */
type EmbeddedPlace = { dataDir: string; image?: string | undefined } | { memory: true; image?: Blob }

/**
 * The engine's memory for pages (128 MB by itself) stays with the process for good. The system keeps the files in memory besides, so a page that
 * is not here is a copy away.
 */
const PAGES_MEMORY = ['-c', 'shared_buffers=16MB']

const createPGlite = async (options: { dataDir?: string; loadDataDir?: Blob } = {}): Promise<PGlite> => {
  const pg = await PGlite.create({ ...options, extensions: { pg_trgm }, startParams: [...PGlite.defaultStartParams, ...PAGES_MEMORY] })
  // Prisma's adapters drop the offset of a timestamptz.
  await pg.exec(`SET TimeZone = 'UTC'`)
  letOthersWork(pg)
  return pg
}

/** The database's folder in DATA_DIR. */
const DATABASE = 'db'

/** Opens the database directory. A new one is made beside it and renamed, so a start cut short leaves nothing half-made. */
async function openDirectory(dataDir: string, image: string | undefined): Promise<PGlite> {
  const directory = path.join(dataDir, DATABASE)
  if (!existsSync(directory)) {
    const fresh = path.join(dataDir, 'db.new')
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    const prepared =
      image !== undefined && existsSync(image)
        ? { loadDataDir: await openAsBlob(image, image.endsWith('.gz') ? { type: 'application/gzip' } : {}) }
        : {}
    const pg = await createPGlite({ dataDir: fresh, ...prepared })
    await pg.close()
    // The engine's first files ignore the umask; later ones follow the hook above.
    tighten(fresh)
    renameSync(fresh, directory)
  }
  checkEngine(directory)
  const pg = await createPGlite({ dataDir: directory })
  keepFilesPrivate(pg)
  // Files that the engine made while it opened.
  tighten(directory)
  markEngine(directory)
  return pg
}

/** The log files that a copy needs; the checkpoint has written everything else to the data files. */
const LOG_FILES = `SELECT redo_wal_file AS first, pg_walfile_name(pg_current_wal_insert_lsn()) AS last FROM pg_control_checkpoint()`

/** Copies the files of an open database (docs/decisions/028). A transaction keeps writers off at the last moment. */
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
    pg =
      'dataDir' in place
        ? await openDirectory(place.dataDir, place.image)
        : await createPGlite(place.image ? { loadDataDir: place.image } : {})
  } catch (error) {
    unlock()
    throw error
  }
  const directory = 'dataDir' in place ? path.join(place.dataDir, DATABASE) : undefined
  const adapter = new EmbeddedAdapter(pg, () => createPGlite(), watch, directory)
  const prisma = withRetriedTransactions(new PrismaClient({ adapter, transactionOptions: TRANSACTION_OPTIONS }))

  return {
    engine: 'embedded',
    pg,
    prisma,
    readJson: jsonReader(adapter),
    adapter,
    async listen(channel, handlers) {
      const unlisten = await pg.listen(channel, handlers.message)
      handlers.connected()
      return () => unlisten()
    },
    // The directory's lock excludes other processes.
    exclusively: (work) => work(),
    probe: async (sql) => (await pg.query<Record<string, unknown>>(sql)).rows,
    load: () => ({ pending: watch.pending }),
    ...(directory !== undefined && { copyFiles: copyFilesOf(pg, directory) }),
    async close() {
      await prisma.$disconnect()
      await pg.close()
      unlock()
    },
  }
}
