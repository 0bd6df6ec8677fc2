import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod'

/** PostgreSQL reads only files of its own major version, and an older engine may damage a newer one's. */

/** Of the engine in package.json, as a test checks. */
export const POSTGRES_MAJOR = '18'

export class EngineVersionError extends Error {
  override name = 'EngineVersionError'
}

const POSTGRES_FILE = 'PG_VERSION'
/** The newest engine that has opened the directory. */
const MARKER = 'engine.json'

const versioned = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) })

export function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return versioned.parse(JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'))).version
}

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

/** @throws {EngineVersionError} for a directory of another engine */
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

export function markEngine(directory: string): void {
  const version = engineVersion()
  if (lastEngine(directory) === version) return
  const marker = path.join(directory, MARKER)
  writeFileSync(`${marker}.new`, `${JSON.stringify({ version })}\n`)
  renameSync(`${marker}.new`, marker)
}
