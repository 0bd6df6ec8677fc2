import { statfs } from 'node:fs/promises'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { FileStoreError, type FileStore } from './file-store'

/** Less than this is left on a disk that counts as full (bytes): a few uploads more, and nothing can be stored. */
const LEAST_FREE = 64 * 1024 * 1024
/** So long after a write that failed the disk counts as full; a quota shows nowhere else. Also the pause between two lines of the log (ms). */
const MINUTE_MS = 60_000

const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether a write has failed because its disk is full, or a quota spent. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof FileStoreError ? error.reason === 'full' : error instanceof Error && 'code' in error && FULL_CODES.has(error.code)

interface DiskWatchOptions {
  /** Folders on the disks that are watched. */
  places: readonly string[]
  log: Logger
  now: () => Date
}

/** Knows whether the shop can still store files, and tells operators when it cannot: a line in the log, a metric, /api/health/ready. */
export class DiskWatch {
  #failedAt = -Infinity
  #loggedAt = -Infinity

  constructor(private readonly options: DiskWatchOptions) {}

  /** Takes note of a failed write, if it failed for want of room. @returns whether it did */
  failed(error: unknown): boolean {
    if (!isDiskFull(error)) return false
    this.#failedAt = this.options.now().getTime()
    metrics().diskFull.inc()
    this.#tell()
    return true
  }

  /** Whether there is no room, by the disk itself or by a write of the last minute. */
  async isFull(): Promise<boolean> {
    const isFull = this.options.now().getTime() - this.#failedAt < MINUTE_MS || (await this.#hasLittleLeft())
    if (isFull) this.#tell()
    return isFull
  }

  async #hasLittleLeft(): Promise<boolean> {
    const found = await Promise.all(
      this.options.places.map(async (place) => {
        // What is not there yet, or not on a disk, is not full.
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

/** The same store; the watch hears of what finds no room there. */
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
