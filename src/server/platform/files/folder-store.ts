import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FileStoreError, type FileStore } from './file-store'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const REASONS: Partial<Record<string, FileStoreError['reason']>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error
  } finally {
    await handle.close()
  }
}

/** Writes beside the target and renames, so that readers see a whole file or none. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  await syncFolder(folder)
}

/** Processes that share a database share the folder, or use S3 (docs/deploy.md). */
export function createFolderStore(folder: string): FileStore {
  const root = path.resolve(folder)
  const fileOf = (key: string) => path.join(root, key)
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new FileStoreError(REASONS[codeOf(error) ?? ''] ?? 'unavailable', error)
    }
  }
  return {
    place: root,
    put: (key, bytes) => attempt(() => writeWhole(fileOf(key), bytes)),
    get: (key) => attempt(() => readFile(fileOf(key))),
    // The folder is the file's own, and holds the remains of an interrupted write.
    remove: (key) => attempt(() => rm(path.dirname(fileOf(key)), { recursive: true, force: true })),
  }
}
