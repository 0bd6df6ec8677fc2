import { createHash, randomUUID } from 'node:crypto'

/** Why a stored file cannot be had; never the store's own words. */
type FileStoreReason = 'missing' | 'damaged' | 'unavailable' | 'full'

const SENTENCES: Record<FileStoreReason, string> = {
  missing: 'This file is not in the file store any more.',
  damaged: 'The file store has another file than the one that was put there.',
  unavailable: 'The file store does not answer at this moment. Please try again.',
  full: 'There is no room for more files at the moment. Please try again later, or send this one by email.',
}

/** Next bundles API routes apart from the process's entry, where the store is made: both have this class, and one mark. */
const MARK = Symbol.for('shop.FileStoreError')

/** A file could not be stored or read; the message is a sentence for people. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
  readonly [MARK] = true

  static override [Symbol.hasInstance](value: unknown): value is FileStoreError {
    return value instanceof Error && MARK in value
  }

  constructor(
    readonly reason: FileStoreReason,
    cause?: unknown,
  ) {
    super(SENTENCES[reason], { cause })
  }
}

/** Where files are stored: whole ones, by key. */
export interface FileStore {
  /** Where that is, for operators. */
  readonly place: string
  /** Keeps a file, whole or not at all. @throws {FileStoreError} */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The file of a key, as it was put there. @throws {FileStoreError} */
  get(key: string): Promise<Buffer>
  /** Removes a file, and whatever was left of one whose storing was cut short. One that is not there is removed. @throws {FileStoreError} */
  remove(key: string): Promise<void>
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A folder of its own for each file, and the digest of what is in it: `<uuid>/<sha256>`. */
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/(?<digest>[\da-f]{64})$/

/** A new key for a file. It cannot be guessed, and says what the file must be. */
export const fileKey = (bytes: Uint8Array): string => `${randomUUID()}/${sha256(bytes)}`

/** The digest (SHA-256, hex) of the file that a key stands for. @throws {FileStoreError} for what is no key, as plain SQL may have written it */
export function digestOf(key: string): string {
  const digest = KEY.exec(key)?.groups?.digest
  if (digest === undefined) throw new FileStoreError('missing')
  return digest
}

/**
 * A store that is asked for keys alone, never for a path of somebody's own, and whose answers are compared with what was put
 * there: a disk forgets, and whoever answers for an S3 address may answer anything.
 */
export const verified = (store: FileStore): FileStore => ({
  place: store.place,
  put: (key, bytes, contentType) => {
    digestOf(key)
    return store.put(key, bytes, contentType)
  },
  get: async (key) => {
    const digest = digestOf(key)
    const bytes = await store.get(key)
    if (sha256(bytes) !== digest) throw new FileStoreError('damaged')
    return bytes
  },
  remove: (key) => {
    digestOf(key)
    return store.remove(key)
  },
})
