import { readFile } from 'node:fs/promises'
import type { CaseFileKind } from '~/contracts/cases/files'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { lockRow } from '~/server/platform/database/conflict'
import type { Submission } from '~/server/platform/database/idempotency'
import { decodeFile } from '~/server/platform/files/decode-file'
import { digestOf } from '~/server/platform/files/file-store'
import { storeWithRow } from '~/server/platform/files/store-with-row'
import type { Upload } from '~/server/platform/files/upload-folder'
import type { Services } from '~/server/services'
import { countCaseFiles, tooManyFiles } from './case-files'

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
  /** Of staff. */
  isUrgent?: boolean
}

/** Makes a file of an upload, by its content. @throws FileRefusal, SERVICE_UNAVAILABLE */
export async function prepareFile(upload: Upload, { name, checkItem, ...options }: PrepareOptions): Promise<PreparedFile> {
  const decoded = await decodeFile(upload.path, options)
  if (decoded.kind === 'picture') return { name, checkItem, contentType: 'image/jpeg', ...decoded }
  return { kind: 'document', name, checkItem, contentType: decoded.type, bytes: await readFile(upload.path) }
}

interface StoreOptions<T> {
  /** Writes what else belongs to the file, in the same transaction; its answer is the call's. */
  more: (tx: Prisma.TransactionClient, fileId: string) => Promise<T>
  /** The call, where it may be sent more than once. */
  submission: Submission
}

/** The owner of a file: a case, or a request's that has not become one yet. */
export type FileOwner = { caseId: string } | { requestId: string }

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
 * Stores a file and its row (`storeWithRow`).
 * @param ownerIn says whose it is, and refuses one file too many; others wait for its transaction
 * @throws SERVICE_UNAVAILABLE while the store is away, and what `ownerIn` throws
 */
export function storeOwnedFile<T>(
  deps: Deps,
  ownerIn: (tx: Prisma.TransactionClient) => Promise<FileOwner>,
  file: PreparedFile,
  { more, submission }: StoreOptions<T>,
): Promise<T> {
  return storeWithRow(deps, { ...file, thumbnailType: 'image/jpeg' }, submission, {
    before: ownerIn,
    row: async (tx, owner, keys) => {
      const data = { ...rowOf(owner, file, deps.actor, deps.now()), ...keys, sha256: digestOf(keys.storageKey) }
      const { id } = await tx.caseFile.create({ data, select: { id: true } })
      return more(tx, id)
    },
  })
}
