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

const OWNER = 0o700

/** The engine creates files by an umask of its own, 0022, which nothing outside can change (PGlite 0.5, Emscripten's `FS.open`). */
function keepFilesPrivate({ Module: engine }: PGlite): void {
  const files: unknown = engine.FS
  if (!areFiles(files)) throw new TypeError('The embedded engine has no file system of the kind that is known')
  const { chmod } = files
  files.chmod = (place, mode, dontFollow) => {
    chmod(place, (mode & ~0o7777) | (mode & OWNER), dontFollow)
  }
}

/** Milliseconds after which others get a turn; one change's statements seldom take longer. */
const TURN_MS = 250

/** The engine answers within microtasks, so a queue of calls would hold requests and timers until its end (docs/decisions/001). */
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

/** A new directory begins with the image if there is one; memory is for tests. */
type EmbeddedPlace = { dataDir: string; image?: string | undefined } | { memory: true; image?: Blob }

/** The default 128 MB stay with the process for good, and the system caches the files too. */
const PAGES_MEMORY = ['-c', 'shared_buffers=16MB']

const createPGlite = async (options: { dataDir?: string; loadDataDir?: Blob } = {}): Promise<PGlite> => {
  const pg = await PGlite.create({ ...options, extensions: { pg_trgm }, startParams: [...PGlite.defaultStartParams, ...PAGES_MEMORY] })
  // Prisma's adapters drop the offset of a timestamptz.
  await pg.exec(`SET TimeZone = 'UTC'`)
  letOthersWork(pg)
  return pg
}

const DATABASE = 'db'

/** A new database is made beside it and renamed, so that a start cut short leaves nothing half-made. */
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
  tighten(directory)
  markEngine(directory)
  return pg
}

/** A copy needs these; the checkpoint has written the rest to the data files. */
const LOG_FILES = `SELECT redo_wal_file AS first, pg_walfile_name(pg_current_wal_insert_lsn()) AS last FROM pg_control_checkpoint()`

/** A transaction keeps writers off at the last moment (docs/decisions/028). */
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

/** @throws {DatabaseInUseError} if another process has the directory open @throws {EngineVersionError} for an engine of another version */
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
