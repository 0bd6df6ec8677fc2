import { constants, readdirSync, statSync } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Copies the files of an embedded database that goes on working, in two passes: all files while it works, then, while
 * nothing may be written, those that have changed since. The second pass alone keeps calls waiting, and most files of a
 * database hardly ever change.
 */

/** The clock by which a file system marks files may stand still this long (ms): younger files are copied again. */
const CLOCK_STEP_MS = 2_000

/** PostgreSQL keeps files of its log to use them anew; they may be as large as the rest, and a copy does without. */
const LOG = 'pg_wal'
const isLog = (name: string) => path.dirname(name) === LOG

/** The files of PostgreSQL's log that its last checkpoint needs. */
export interface LogFiles {
  first: string
  last: string
}

/** The names of all files and folders, relative to the directory; in one go, which takes milliseconds for a thousand. */
function look(directory: string): { files: string[]; folders: string[] } {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const named = (kind: 'isFile' | 'isDirectory') =>
    entries.filter((entry) => entry[kind]()).map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
  return { files: named('isFile'), folders: named('isDirectory') }
}

/** So many files at a time: one after another each would wait for whatever else the process does. */
const AT_A_TIME = 32

async function forEach(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let done = 0; done < names.length; done += AT_A_TIME) await Promise.all(names.slice(done, done + AT_A_TIME).map(work))
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Makes a first copy, whose files may be of different moments.
 * @param to is made here, for its owner alone
 * @param signal ends it between two files
 * @returns what makes the copy whole: to be called while nothing is written and all that was written is in the files
 */
export async function copyDirectory(from: string, to: string, signal: AbortSignal): Promise<(log: LogFiles) => Promise<void>> {
  await mkdir(to, { mode: 0o700 })
  // By the clock of the file system itself.
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
        // The database removes files too.
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
