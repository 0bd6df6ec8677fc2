import { createHash, randomUUID } from 'node:crypto'

export class FileRefusal extends Error {
  override name = 'FileRefusal'
}

/** Never the store's own words. */
type FileStoreReason = 'missing' | 'damaged' | 'unavailable' | 'full'

const SENTENCES: Record<FileStoreReason, string> = {
  missing: 'This file is no longer in the file store.',
  damaged: 'The file store has another file than the one that was put there.',
  unavailable: 'The file store does not answer at this moment. Please try again.',
  full: 'There is no room for more files at the moment. Please try again later, or send this one by email.',
}

/** Next bundles API routes apart from the process's entry, each with a copy of this class; all share one mark. */
const MARK = Symbol.for('shop.FileStoreError')

/** The message is for people. */
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

export interface FileStore {
  readonly place: string
  /** Whole or not at all. @throws {FileStoreError} */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** @throws {FileStoreError} */
  get(key: string): Promise<Buffer>
  /** Also removes the remains of an interrupted `put`; idempotent. @throws {FileStoreError} */
  remove(key: string): Promise<void>
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `<uuid>/<sha256>`: a folder for each file, and the digest of its content. */
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/(?<digest>[\da-f]{64})$/

/** Cannot be guessed, and proves the content. */
export const fileKey = (bytes: Uint8Array): string => `${randomUUID()}/${sha256(bytes)}`

/** SHA-256, hex. @throws {FileStoreError} for an invalid key, as plain SQL may have written */
export function digestOf(key: string): string {
  const digest = KEY.exec(key)?.groups?.digest
  if (digest === undefined) throw new FileStoreError('missing')
  return digest
}

/** Compares content with the key's digest: disks forget, and an S3 address may answer anything. */
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
