import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { EnvironmentError, type Env } from '~/env'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const OTHERS = 0o077

/** The embedded engine creates world-writable files. */
const OWN_UMASK = 0o077

const notOurs = (where: string, cause?: unknown) =>
  new EnvironmentError(
    `Environment: DATA_DIR belongs to another user (${where}): run the shop as that one, or set DATA_DIR to another folder`,
    { cause },
  )

/**
 * Removes others' rights recursively (0700, 0600). Leaves links alone, and tolerates files that vanish, as a shop may run there. @param uid
 * undefined on systems without accounts
 * @throws {EnvironmentError} for files of another account
 */
export function tighten(place: string, uid: number | undefined = process.getuid?.()): void {
  if (uid === undefined) return
  try {
    const found = lstatSync(place)
    if (found.isSymbolicLink()) return
    // Root may take over files of any account.
    if (found.uid !== uid && uid !== 0) throw notOurs(place)
    if ((found.mode & OTHERS) !== 0) chmodSync(place, found.isDirectory() ? 0o700 : 0o600)
    if (found.isDirectory()) for (const name of readdirSync(place)) tighten(path.join(place, name), uid)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw codeOf(error) === 'EPERM' ? notOurs(place, error) : error
  }
}

/** True for a folder such as /tmp, or one that holds the program. */
const isShared = (folder: string): boolean => {
  const inside = path.relative(folder, realpathSync('.'))
  return (lstatSync(folder).mode & 0o1000) !== 0 || !(inside.startsWith('..') || path.isAbsolute(inside))
}

/** Ignores a missing folder. @param uid undefined without accounts @throws {EnvironmentError} for another account's or a shared folder */
export function ownDataDir(dataDir: string, uid: number | undefined = process.getuid?.()): void {
  process.umask(OWN_UMASK)
  let folder: string
  try {
    folder = realpathSync(dataDir)
  } catch {
    return
  }
  if (isShared(folder)) throw new EnvironmentError(`Environment: DATA_DIR must be a folder of the shop's own (${folder})`)
  tighten(folder, uid)
}

/** A process beside a database server writes emails without a mail server, or a generated password. */
const needsDataDir = ({ DATABASE_URL, SMTP_URL, ADMIN_PASSWORD }: Pick<Env, 'DATABASE_URL' | 'SMTP_URL' | 'ADMIN_PASSWORD'>) =>
  DATABASE_URL === undefined || SMTP_URL === undefined || ADMIN_PASSWORD === undefined

/** @throws {EnvironmentError} one line that names it */
export function requireDataDir(env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'SMTP_URL' | 'ADMIN_PASSWORD'>): void {
  if (!needsDataDir(env)) return
  const probe = path.join(env.DATA_DIR, `.writable-${process.pid}`)
  try {
    mkdirSync(env.DATA_DIR, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const code = codeOf(error) ?? String(error)
    throw new EnvironmentError(`Environment: DATA_DIR cannot be written (${path.resolve(env.DATA_DIR)}: ${code})`, { cause: error })
  }
  // Opening an embedded database does so.
  if (env.DATABASE_URL !== undefined) ownDataDir(env.DATA_DIR)
}

export function writeSecret(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, file)
}

/** Generated at first use (NEXTAUTH_SECRET on the embedded database). */
export function storedSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}
