import type { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { idempotent, type Submission } from '~/server/platform/database/idempotency'
import { codedError } from '~/server/platform/errors'
import { fileKey, type FileStore, FileStoreError } from './file-store'

/** An upload takes ten minutes at most, so a file without a row after this time (ms) was given up. */
const GIVEN_UP_MS = 60 * 60 * 1000

const STORE_SECONDS = 10

const asRefusal = (error: unknown): unknown =>
  error instanceof FileStoreError ? codedError('SERVICE_UNAVAILABLE', 'over_capacity', error.message, STORE_SECONDS) : error

interface Deps {
  db: Database
  files: FileStore
  now: () => Date
}

interface StoredBytes {
  contentType: string
  bytes: Uint8Array
  thumbnail?: Uint8Array
  thumbnailType: string
}

interface Row<Owner, Result> {
  before: (tx: Prisma.TransactionClient) => Promise<Owner>
  row: (tx: Prisma.TransactionClient, owner: Owner, keys: { storageKey: string; thumbnailKey: string | null }) => Promise<Result>
}

/**
 * Records before storing that the file is removed unless its row follows: a crash never leaves a row without its file, and
 * cases/sweep-files.ts removes files without a row.
 * @param submission of a call that may be repeated
 * @throws SERVICE_UNAVAILABLE while the store is down, and as `before` and `row`
 */
export async function storeWithRow<Owner, Result>(
  { db: { prisma }, files, now }: Deps,
  { contentType, bytes, thumbnail, thumbnailType }: StoredBytes,
  submission: Submission,
  { before, row }: Row<Owner, Result>,
): Promise<Result> {
  const storageKey = fileKey(bytes)
  const thumbnailKey = thumbnail ? fileKey(thumbnail) : null
  const keys = thumbnailKey === null ? [storageKey] : [storageKey, thumbnailKey]
  const dueAt = new Date(now().getTime() + GIVEN_UP_MS)
  await prisma.fileRemoval.createMany({ data: keys.map((key) => ({ key, dueAt })) })
  try {
    await files.put(storageKey, bytes, contentType)
    if (thumbnailKey !== null && thumbnail) await files.put(thumbnailKey, thumbnail, thumbnailType)
    return await idempotent(prisma, submission, async (tx) => {
      const owner = await before(tx)
      // The sweep claims abandoned files first: a claimed file gets no row.
      const { count } = await tx.fileRemoval.deleteMany({ where: { key: { in: keys }, claimedAt: null } })
      if (count !== keys.length) throw new FileStoreError('unavailable')
      return row(tx, owner, { storageKey, thumbnailKey })
    })
  } catch (error) {
    // Removed in the next round; an hour later if the database is down too.
    await prisma.fileRemoval.updateMany({ where: { key: { in: keys } }, data: { dueAt: now() } }).catch(() => undefined)
    throw asRefusal(error)
  }
}
