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

export interface PreparedFile {
  kind: CaseFileKind
  name: string
  checkItem?: string | undefined
  /** Sent by the case's customer, who sees it. */
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
  isUrgent?: boolean
}

/** Detects the type by content. @throws FileRefusal, SERVICE_UNAVAILABLE */
export async function prepareFile(upload: Upload, { name, checkItem, ...options }: PrepareOptions): Promise<PreparedFile> {
  const decoded = await decodeFile(upload.path, options)
  if (decoded.kind === 'picture') return { name, checkItem, contentType: 'image/jpeg', ...decoded }
  return { kind: 'document', name, checkItem, contentType: decoded.type, bytes: await readFile(upload.path) }
}

interface StoreOptions<T> {
  /** Runs in the same transaction; its result is the call's. */
  more: (tx: Prisma.TransactionClient, fileId: string) => Promise<T>
  submission: Submission
}

/** A case, or a request before it becomes one. */
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
  /** Refuses a file before it is stored; holds the case's lock. */
  mayAdd?: (tx: Prisma.TransactionClient) => Promise<void>
}

/** @throws NOT_FOUND for no such case, CONFLICT where it has as many files as it may, SERVICE_UNAVAILABLE, and what `mayAdd` throws */
export function storeFile<T>(deps: Deps, of: CaseRef, file: PreparedFile, { mayAdd, ...options }: CaseFileOptions<T>): Promise<T> {
  const caseAsOwner = async (tx: Prisma.TransactionClient) => {
    await lockRow(tx, records[of.noun], of.id)
    if ((await countCaseFiles(tx, of)) >= MOST_FILES) throw tooManyFiles()
    await mayAdd?.(tx)
    return { caseId: of.id }
  }
  return storeOwnedFile(deps, caseAsOwner, file, options)
}

/** @param ownerIn locks the owner and refuses excess files @throws SERVICE_UNAVAILABLE while the store is down, and as `ownerIn` */
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
