import { statfs } from 'node:fs/promises'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { FileStoreError, type FileStore } from './file-store'

/** Bytes; enough for a few uploads. */
const LEAST_FREE = 64 * 1024 * 1024
/** Milliseconds that the disk counts as full after a failed write, since a quota shows nowhere else; also between log lines. */
const MINUTE_MS = 60_000

const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

const isDiskFull = (error: unknown): boolean =>
  error instanceof FileStoreError ? error.reason === 'full' : error instanceof Error && 'code' in error && FULL_CODES.has(error.code)

interface DiskWatchOptions {
  places: readonly string[]
  log: Logger
  now: () => Date
}

/** Reports a full disk in the log, a metric and /api/health/ready. */
export class DiskWatch {
  #failedAt = -Infinity
  #loggedAt = -Infinity

  constructor(private readonly options: DiskWatchOptions) {}

  failed(error: unknown): boolean {
    if (!isDiskFull(error)) return false
    this.#failedAt = this.options.now().getTime()
    metrics().diskFull.inc()
    this.#tell()
    return true
  }

  /** By the disk itself, or a failed write of the last minute. */
  async isFull(): Promise<boolean> {
    const isFull = this.options.now().getTime() - this.#failedAt < MINUTE_MS || (await this.#hasLittleLeft())
    if (isFull) this.#tell()
    return isFull
  }

  async #hasLittleLeft(): Promise<boolean> {
    const found = await Promise.all(
      this.options.places.map(async (place) => {
        // A folder that is missing or not on a disk is not full.
        const disk = await statfs(place).catch(() => null)
        return disk !== null && (disk.bavail * disk.bsize < LEAST_FREE || (disk.files > 0 && disk.ffree === 0))
      }),
    )
    return found.includes(true)
  }

  #tell(): void {
    const now = this.options.now().getTime()
    if (now - this.#loggedAt < MINUTE_MS) return
    this.#loggedAt = now
    this.options.log.error({ places: this.options.places }, 'The disk is full: files cannot be stored until there is room again')
  }
}

export const watched = (store: FileStore, disk: DiskWatch): FileStore => ({
  place: store.place,
  get: (key) => store.get(key),
  remove: (key) => store.remove(key),
  put: async (...given) => {
    try {
      await store.put(...given)
    } catch (error) {
      disk.failed(error)
      throw error
    }
  },
})
