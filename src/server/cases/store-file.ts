import { readFile } from 'node:fs/promises'
import type { CaseFileKind } from '~/contracts/cases/files'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { lockRow } from '~/server/platform/database/conflict'
import { idempotent, type Submission } from '~/server/platform/database/idempotency'
import { codedError } from '~/server/platform/errors'
import { decodeFile } from '~/server/platform/files/decode-file'
import { digestOf, fileKey, FileStoreError } from '~/server/platform/files/file-store'
import type { Upload } from '~/server/platform/files/upload-folder'
import type { Services } from '~/server/services'
import { countCaseFiles, tooManyFiles } from './case-files'

/** A file that is stored and has no row after so long never will (ms): an upload takes ten minutes at most. */
const GIVEN_UP_MS = 60 * 60 * 1000

type Deps = Pick<Services, 'db' | 'now' | 'files'> & { actor: Actor }

/** A file as it is stored, beside what its row says of it. */
export interface PreparedFile {
  kind: CaseFileKind
  name: string
  checkItem?: string | undefined
  /** Sent by the customer of the case, who sees it. */
  fromCustomer?: boolean
  contentType: string
  bytes: Uint8Array
  width?: number
  height?: number
  thumbnail?: Uint8Array
}

interface PrepareOptions {
  name: string
  checkItem?: string | undefined
  log: Services['log']
  /** Of the desk. */
  isUrgent?: boolean
}

/** Makes a file of an upload, by its content. @throws FileRefusal, SERVICE_UNAVAILABLE */
export async function prepareFile(upload: Upload, { name, checkItem, ...options }: PrepareOptions): Promise<PreparedFile> {
  const decoded = await decodeFile(upload.path, options)
  if (decoded.kind === 'picture') return { name, checkItem, contentType: 'image/jpeg', ...decoded }
  return { kind: 'document', name, checkItem, contentType: decoded.type, bytes: await readFile(upload.path) }
}

const STORE_SECONDS = 10

/** A store that is away, as a call says it. */
const asRefusal = (error: unknown): unknown =>
  error instanceof FileStoreError ? codedError('SERVICE_UNAVAILABLE', 'over_capacity', error.message, STORE_SECONDS) : error

interface StoreOptions<T> {
  /** Writes what else belongs to the file, in the same transaction; its answer is the call's. */
  more: (tx: Prisma.TransactionClient, fileId: string) => Promise<T>
  /** The call, where it may be sent more than once. */
  submission: Submission
}

/** Whose a file is: a case's, or a request's that has not become one yet. */
export type FileOwner = { caseId: string } | { requestId: string }

/** The database's row of a file. */
const rowOf = (owner: FileOwner, file: PreparedFile, actor: Actor, createdAt: Date) => ({
  ...owner,
  kind: file.kind,
  name: file.name,
  contentType: file.contentType,
  bytes: file.bytes.byteLength,
  width: file.width ?? null,
  height: file.height ?? null,
  checkItem: file.checkItem ?? null,
  fromCustomer: file.fromCustomer ?? false,
  uploadedBy: actor.userId,
  createdAt,
})

interface CaseFileOptions<T> extends StoreOptions<T> {
  /** Refuses a file that may not be added now; nobody else adds one to the case meanwhile. */
  mayAdd?: (tx: Prisma.TransactionClient) => Promise<void>
}

/**
 * Stores a file of a case (`storeOwnedFile`), which keeps its files to itself until the transaction ends.
 * @throws NOT_FOUND for no such case, CONFLICT where it has as many files as it may, SERVICE_UNAVAILABLE, and what `mayAdd` throws
 */
export function storeFile<T>(deps: Deps, of: CaseRef, file: PreparedFile, { mayAdd, ...options }: CaseFileOptions<T>): Promise<T> {
  const caseAsOwner = async (tx: Prisma.TransactionClient) => {
    await lockRow(tx, records[of.noun], of.id)
    if ((await countCaseFiles(tx, of)) >= MOST_FILES) throw tooManyFiles()
    await mayAdd?.(tx)
    return { caseId: of.id }
  }
  return storeOwnedFile(deps, caseAsOwner, file, options)
}

/**
 * Stores a file and its row. Before anything is stored, the database knows that it goes unless a row comes: wherever the
 * process ends, there is never a row without its file, and a file without a row is removed (sweep-files.ts).
 * @param ownerIn says whose it is, and refuses one file too many; others wait for its transaction
 * @throws SERVICE_UNAVAILABLE while the store is away, and what `ownerIn` throws
 */
export async function storeOwnedFile<T>(
  { db: { prisma }, now, files, actor }: Deps,
  ownerIn: (tx: Prisma.TransactionClient) => Promise<FileOwner>,
  file: PreparedFile,
  { more, submission }: StoreOptions<T>,
): Promise<T> {
  const storageKey = fileKey(file.bytes)
  const thumbnailKey = file.thumbnail ? fileKey(file.thumbnail) : null
  const keys = thumbnailKey === null ? [storageKey] : [storageKey, thumbnailKey]
  const dueAt = new Date(now().getTime() + GIVEN_UP_MS)
  await prisma.fileRemoval.createMany({ data: keys.map((key) => ({ key, dueAt })) })
  try {
    await files.put(storageKey, file.bytes, file.contentType)
    if (thumbnailKey !== null && file.thumbnail) await files.put(thumbnailKey, file.thumbnail, 'image/jpeg')
    return await idempotent(prisma, submission, async (tx) => {
      const owner = await ownerIn(tx)
      // Whoever removes what was given up claims it first: a file that is claimed gets no row.
      const { count } = await tx.fileRemoval.deleteMany({ where: { key: { in: keys }, claimedAt: null } })
      if (count !== keys.length) throw new FileStoreError('unavailable')
      const sha256 = digestOf(storageKey)
      const data = { ...rowOf(owner, file, actor, now()), storageKey, thumbnailKey, sha256 }
      const { id } = await tx.caseFile.create({ data, select: { id: true } })
      return more(tx, id)
    })
  } catch (error) {
    // Not needed any more, so it goes with the next round; should the database be away too, an hour later.
    await prisma.fileRemoval.updateMany({ where: { key: { in: keys } }, data: { dueAt: now() } }).catch(() => undefined)
    throw asRefusal(error)
  }
}
