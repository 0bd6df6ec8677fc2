import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * One process for one embedded database: two of them on one directory lose acknowledged rows without an error. Each process creates a file
 * of its own, then looks for files of living others. The second is certain to see the first; two that start in the same instant may both
 * give way, but never both go on. A file is named after the process's id and start time, so an id that the system uses again is never
 * mistaken for the old holder.
 */

const PREFIX = 'open-by-'

/** Another process has the directory open. */
export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError'
}

/** The kernel's start time of a process in clock ticks; '0' if unknown, null if there is no such process. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold blanks; the start time is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    // Not Linux, or no such process: signal 0 tells.
  }
  try {
    process.kill(pid, 0)
    return '0'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? '0' : null
  }
}

function holderOf(file: string): { pid: number; started: string } | null {
  const match = file.startsWith(PREFIX) ? /^(\d+)-(\d+)$/.exec(file.slice(PREFIX.length)) : null
  if (!match?.[1] || !match[2]) return null
  return { pid: Number(match[1]), started: match[2] }
}

/**
 * Takes the directory for this process.
 * @returns the function that releases it
 * @throws {DatabaseInUseError} at once when another living process holds it
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const mine = `${PREFIX}${process.pid}-${startTime(process.pid) ?? '0'}`
  const myFile = path.join(directory, mine)
  try {
    writeFileSync(myFile, `${new Date().toISOString()}\n`, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new DatabaseInUseError(`The database in ${directory} is already open in this process.`, { cause: error })
    }
    throw error
  }

  for (const file of readdirSync(directory)) {
    const holder = holderOf(file)
    if (!holder || file === mine) continue
    if (startTime(holder.pid) === holder.started) {
      rmSync(myFile, { force: true })
      throw new DatabaseInUseError(
        `The database in ${directory} is open in another process (${holder.pid}). Stop that one first, or set DATA_DIR to another directory.`,
      )
    }
    rmSync(path.join(directory, file), { force: true })
  }
  return () => {
    rmSync(myFile, { force: true })
  }
}
