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

/** Rights of group and others. */
const OTHERS = 0o077

/** Makes this process's new files private; the embedded engine creates world-writable ones. */
const OWN_UMASK = 0o077

const notOurs = (where: string, cause?: unknown) =>
  new EnvironmentError(
    `Environment: DATA_DIR belongs to another user (${where}): run the shop as that one, or set DATA_DIR to another folder`,
    { cause },
  )

/**
 * Removes the rights of others from a folder and everything in it, down to 0700 and 0600. Leaves links and their targets alone, and
 * tolerates files that vanish: a shop may run there during a backup.
 * @param uid the account; undefined where the system has none
 * @throws {EnvironmentError} one line, for files of another account
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

/** True for a folder that others use too, such as /tmp, and for one that holds the program itself. */
const isShared = (folder: string): boolean => {
  const inside = path.relative(folder, realpathSync('.'))
  return (lstatSync(folder).mode & 0o1000) !== 0 || !(inside.startsWith('..') || path.isAbsolute(inside))
}

/**
 * Makes DATA_DIR and its present and future content private to this account: it holds the database, secrets and emails. Does nothing if
 * the folder does not exist.
 * @param uid the account; undefined where the system has none
 * @throws {EnvironmentError} one line, for a folder of another account and for a shared one
 */
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

/** True if a process writes to DATA_DIR beside a database server: emails without a mail server, a generated password. */
const needsDataDir = ({ DATABASE_URL, SMTP_URL, ADMIN_PASSWORD }: Pick<Env, 'DATABASE_URL' | 'SMTP_URL' | 'ADMIN_PASSWORD'>) =>
  DATABASE_URL === undefined || SMTP_URL === undefined || ADMIN_PASSWORD === undefined

/** Makes DATA_DIR, private and writable, if anything will be stored there. @throws {EnvironmentError} one line that names it */
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
  // The opening of an embedded database does so.
  if (env.DATABASE_URL !== undefined) ownDataDir(env.DATA_DIR)
}

/** Writes a private file, whole or not at all. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, file)
}

/** A secret stored in DATA_DIR, generated at first use (NEXTAUTH_SECRET on the embedded database). */
export function storedSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}
