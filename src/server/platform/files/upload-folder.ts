import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file that has been received and not yet stored. */
export interface Upload {
  path: string
  /** In bytes. */
  size: number
  /** SHA-256, hex. */
  sha256: string
}

/** The folder of uploads under way; not /tmp, which is memory in a container (compose.yaml). */
export const uploadFolder = ({ dataDir }: { dataDir: string | null }): string => path.join(dataDir ?? tmpdir(), 'uploads')

/** The remains of a process that died are removed after this time (ms); an upload takes minutes. */
const LEFT_MS = 60 * 60 * 1000

/**
 * Writes an upload to a temporary file, runs the work on it, and removes it afterwards, whatever happens.
 * @param folder private, made at first use
 * @throws what the chunks and the work throw; ENOSPC where the disk is full
 */
export async function withUpload<T>(
  folder: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, randomUUID())
  const handle = await open(file, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.byteLength
        await handle.writeFile(chunk)
      }
    } finally {
      await handle.close()
    }
    return await work({ path: file, size, sha256: hash.digest('hex') })
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the remains of processes that died, while others work in the folder. @returns the number of files */
export async function sweepUploads(folder: string, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (!found || now.getTime() - found.mtimeMs < LEFT_MS) continue
    await rm(file, { force: true, recursive: true })
    removed += 1
  }
  return removed
}
