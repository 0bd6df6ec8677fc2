import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Two processes on one embedded database lose acknowledged rows without an error. Each creates a file of its own, then looks for those of
 * living others: the second surely sees the first, and two at once may both give way, but never both go on. Names have process id and start
 * time, so a reused id is not mistaken.
 */

const PREFIX = 'open-by-'

export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError'
}

/** Kernel start time in clock ticks; '0' if unknown, null without such a process. */
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

/** @returns releases the directory @throws {DatabaseInUseError} at once if another living process holds it */
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
