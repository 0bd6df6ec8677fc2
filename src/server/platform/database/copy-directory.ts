import { constants, readdirSync, statSync } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** All files first, then, without writers, those changed since: only the second pass keeps calls waiting. */

/** Timestamps may be this coarse (ms): younger files are copied again. */
const CLOCK_STEP_MS = 2_000

/** Kept log files may be as large as the rest, and a copy needs none. */
const LOG = 'pg_wal'
const isLog = (name: string) => path.dirname(name) === LOG

export interface LogFiles {
  first: string
  last: string
}

/** Synchronous: a thousand files take milliseconds. */
function look(directory: string): { files: string[]; folders: string[] } {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const named = (kind: 'isFile' | 'isDirectory') =>
    entries.filter((entry) => entry[kind]()).map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
  return { files: named('isFile'), folders: named('isDirectory') }
}

/** In parallel, since each copy waits for the event loop. */
const AT_A_TIME = 32

async function forEach(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let done = 0; done < names.length; done += AT_A_TIME) await Promise.all(names.slice(done, done + AT_A_TIME).map(work))
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Files of the first copy may be of different moments.
 * @param to is made here, private
 * @param signal stops between two files
 * @returns completes the copy: call it while nothing is written and all changes are in the files
 */
export async function copyDirectory(from: string, to: string, signal: AbortSignal): Promise<(log: LogFiles) => Promise<void>> {
  await mkdir(to, { mode: 0o700 })
  // Uses the file system's own clock.
  const settledBefore = (await stat(to)).mtimeMs - CLOCK_STEP_MS
  const copied = new Map<string, number>()

  const copy = async (name: string) => {
    signal.throwIfAborted()
    const { mtimeMs } = statSync(path.join(from, name))
    await copyFile(path.join(from, name), path.join(to, name), constants.COPYFILE_FICLONE)
    copied.set(name, mtimeMs)
  }
  const makeFolders = async (folders: readonly string[]) => {
    for (const folder of folders) await mkdir(path.join(to, folder), { recursive: true })
  }

  const { files, folders } = look(from)
  await makeFolders(folders)
  await forEach(
    files.filter((name) => !isLog(name)),
    (name) =>
      copy(name).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      }),
  )

  return async ({ first, last }) => {
    const now = look(from)
    await makeFolders(now.folders)
    const needed = now.files.filter((name) => !isLog(name) || (path.basename(name) >= first && path.basename(name) <= last))
    const isChanged = (name: string) => {
      const { mtimeMs } = statSync(path.join(from, name))
      return copied.get(name) !== mtimeMs || mtimeMs >= settledBefore
    }
    await forEach(needed.filter(isChanged), copy)
    const kept = new Set(needed)
    for (const name of copied.keys()) if (!kept.has(name)) await rm(path.join(to, name), { force: true })
  }
}
