import { mkdirSync, rmSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EnvironmentError, type Env } from '~/env'

/** What a process keeps beside a database server of its own: letters without a mail server, a generated password. */
const needsDataDir = ({ DATABASE_URL, SMTP_URL, ADMIN_PASSWORD }: Pick<Env, 'DATABASE_URL' | 'SMTP_URL' | 'ADMIN_PASSWORD'>) =>
  DATABASE_URL === undefined || SMTP_URL === undefined || ADMIN_PASSWORD === undefined

/**
 * Makes DATA_DIR and makes sure that it can be written, where anything is going to be.
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new EnvironmentError(`Environment: DATA_DIR cannot be written (${path.resolve(env.DATA_DIR)}: ${code})`, { cause: error })
  }
}

/** Writes a file that only this account may read, whole or not at all, whenever the process ends. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, file)
}
