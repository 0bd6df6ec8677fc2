import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Upload {
  path: string
  size: number
  sha256: string
}

/** Not /tmp, which is memory in a container (compose.yaml). */
export const uploadFolder = ({ dataDir }: { dataDir: string | null }): string => path.join(dataDir ?? tmpdir(), 'uploads')

/** Milliseconds after which remains of a dead process are removed; an upload takes minutes. */
const LEFT_MS = 60 * 60 * 1000

/** @param folder private, made at first use @throws as the chunks and the work; ENOSPC on a full disk */
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
