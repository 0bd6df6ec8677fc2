import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod'

/**
 * Which engine the directory of an embedded database belongs to. PostgreSQL reads the files of its own major version
 * only, and an engine may damage the files of a newer one: both are refused before anything is opened.
 */

/** PostgreSQL's major version in the engine that package.json names; a test holds it against the engine. */
export const POSTGRES_MAJOR = '18'

/** This version may not open the directory; the message says what to do. */
export class EngineVersionError extends Error {
  override name = 'EngineVersionError'
}

/** PostgreSQL's own file with its major version. */
const POSTGRES_FILE = 'PG_VERSION'
/** Beside PostgreSQL's files: the newest engine that has had the directory open. */
const MARKER = 'engine.json'

const versioned = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) })

/** The version of the engine's package. */
export function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return versioned.parse(JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'))).version
}

/** The engine that the directory was last open in; null where none has said so. */
function lastEngine(directory: string): string | null {
  try {
    return versioned.parse(JSON.parse(readFileSync(path.join(directory, MARKER), 'utf8'))).version
  } catch {
    return null
  }
}

const parts = (version: string) => version.split(/[.-]/, 3).map(Number)

function isNewer(version: string, than: string): boolean {
  const known = parts(than)
  const difference = parts(version).map((part, index) => part - (known[index] ?? 0))
  return (difference.find((part) => part !== 0) ?? 0) > 0
}

const ADVICE =
  'Nothing was changed: write a backup with the version of the shop that last used it (npm run db:backup) and restore that with this one into another DATA_DIR (npm run db:restore).'

/**
 * Looks at a directory before it is opened.
 * @throws {EngineVersionError} where it belongs to another engine
 */
export function checkEngine(directory: string): void {
  const file = path.join(directory, POSTGRES_FILE)
  if (!existsSync(file)) {
    if (readdirSync(directory).length === 0) return
    throw new EngineVersionError(
      `${directory} holds no whole database (${POSTGRES_FILE} is missing). Restore a backup into another DATA_DIR.`,
    )
  }
  const major = readFileSync(file, 'utf8').trim()
  if (major !== POSTGRES_MAJOR) {
    throw new EngineVersionError(
      `The database in ${directory} is one of PostgreSQL ${major}, and this version of the shop has PostgreSQL ${POSTGRES_MAJOR}. ${ADVICE}`,
    )
  }
  const last = lastEngine(directory)
  const own = engineVersion()
  if (last !== null && isNewer(last, own)) {
    throw new EngineVersionError(`The database in ${directory} was last open in a newer engine (PGlite ${last}; this is ${own}). ${ADVICE}`)
  }
}

/** Notes that this engine has the directory open. */
export function markEngine(directory: string): void {
  const version = engineVersion()
  if (lastEngine(directory) === version) return
  const marker = path.join(directory, MARKER)
  writeFileSync(`${marker}.new`, `${JSON.stringify({ version })}\n`)
  renameSync(`${marker}.new`, marker)
}
