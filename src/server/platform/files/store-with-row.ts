import type { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { idempotent, type Submission } from '~/server/platform/database/idempotency'
import { codedError } from '~/server/platform/errors'
import { fileKey, type FileStore, FileStoreError } from './file-store'

/** A file that is stored and has no row after so long never will (ms): an upload takes ten minutes at most. */
const GIVEN_UP_MS = 60 * 60 * 1000

const STORE_SECONDS = 10

/** A store that is away, as a call says it. */
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
  /** Locks whatever the file belongs to, and refuses one too many. */
  before: (tx: Prisma.TransactionClient) => Promise<Owner>
  /** Writes the row; its answer is the call's. */
  row: (tx: Prisma.TransactionClient, owner: Owner, keys: { storageKey: string; thumbnailKey: string | null }) => Promise<Result>
}

/**
 * Stores a file and its row. Before anything is stored, the database knows that it goes unless a row comes: wherever the
 * process ends, there is never a row without its file, and a file without a row is removed (cases/sweep-files.ts).
 * @param submission the call, where it may be sent more than once
 * @throws SERVICE_UNAVAILABLE while the store is away, and what `before` and `row` throw
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
      // The sweep claims abandoned files first: a file that is claimed gets no row.
      const { count } = await tx.fileRemoval.deleteMany({ where: { key: { in: keys }, claimedAt: null } })
      if (count !== keys.length) throw new FileStoreError('unavailable')
      return row(tx, owner, { storageKey, thumbnailKey })
    })
  } catch (error) {
    // Not needed any more, so it goes with the next round; should the database be away too, an hour later.
    await prisma.fileRemoval.updateMany({ where: { key: { in: keys } }, data: { dueAt: now() } }).catch(() => undefined)
    throw asRefusal(error)
  }
}
