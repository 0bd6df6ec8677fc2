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

/** Whoever else may read, write or enter. */
const OTHERS = 0o077

/** What this process makes from now on is for its own account: the embedded engine asks for files that anybody may write. */
const OWN_UMASK = 0o077

const notOurs = (where: string, cause?: unknown) =>
  new EnvironmentError(
    `Environment: DATA_DIR belongs to another user (${where}): run the shop as that one, or set DATA_DIR to another folder`,
    { cause },
  )

/**
 * Takes the rights of others from a folder and all in it, down to 0700 and 0600. A link is left, and what it names.
 * What goes meanwhile is nobody's: a shop may run there while a backup is made.
 * @param uid the account; undefined where the system has none
 * @throws {EnvironmentError} one line, for what belongs to another account
 */
export function tighten(place: string, uid: number | undefined = process.getuid?.()): void {
  if (uid === undefined) return
  try {
    const found = lstatSync(place)
    if (found.isSymbolicLink()) return
    // Root may give what is anybody's to its owner alone.
    if (found.uid !== uid && uid !== 0) throw notOurs(place)
    if ((found.mode & OTHERS) !== 0) chmodSync(place, found.isDirectory() ? 0o700 : 0o600)
    if (found.isDirectory()) for (const name of readdirSync(place)) tighten(path.join(place, name), uid)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw codeOf(error) === 'EPERM' ? notOurs(place, error) : error
  }
}

/** Whether others have things in a folder too: one such as /tmp, or one that holds the program itself. */
const isShared = (folder: string): boolean => {
  const inside = path.relative(folder, realpathSync('.'))
  return (lstatSync(folder).mode & 0o1000) !== 0 || !(inside.startsWith('..') || path.isAbsolute(inside))
}

/**
 * Makes DATA_DIR and all that is and will be in it belong to this process's account alone: it holds the database,
 * secrets and emails. A looser folder is tightened. Says nothing of a folder that is not there yet.
 * @param uid the account; undefined where the system has none
 * @throws {EnvironmentError} one line, for a folder of another account and for one that is not the shop's alone
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

/** What a process keeps beside a database server of its own: emails without a mail server, a generated password. */
const needsDataDir = ({ DATABASE_URL, SMTP_URL, ADMIN_PASSWORD }: Pick<Env, 'DATABASE_URL' | 'SMTP_URL' | 'ADMIN_PASSWORD'>) =>
  DATABASE_URL === undefined || SMTP_URL === undefined || ADMIN_PASSWORD === undefined

/**
 * Makes DATA_DIR, and makes sure that it can be written and is this account's alone, where anything is going to be stored.
 * @throws {EnvironmentError} one line that names it
 */
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
  ownDataDir(env.DATA_DIR)
}

/** Writes a file that only this account may read, whole or not at all, whenever the process ends. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, file)
}

/** A secret stored in DATA_DIR, made at its first use (NEXTAUTH_SECRET on the embedded database). */
export function storedSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}
