import * as z from 'zod'
import { caseRef } from '~/contracts/case-ref'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { fileName } from '~/contracts/uploads'

/** Days in which a removed file can be restored. */
export const REMOVED_KEPT_DAYS = 30

export const caseFileKinds = ['picture', 'document', 'reading'] as const
export type CaseFileKind = (typeof caseFileKinds)[number]

/** `customer`: their own; `offer`: part of a sent offer; `shared`: shown by staff; `internal` and `former` (customer's): hidden. */
export const fileVisibilities = ['customer', 'offer', 'shared', 'internal', 'former'] as const
export type FileVisibility = (typeof fileVisibilities)[number]

export interface CaseFile {
  id: string
  kind: CaseFileKind
  name: string
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  checkItem: string | null
  visibility: FileVisibility
  uploadedBy: string | null
  createdAt: Date
  removedAt: Date | null
  /** For this person only, valid for minutes. */
  address: string
  thumbnailAddress: string | null
}

export interface CaseFiles {
  /** Newest first. */
  files: CaseFile[]
  removed: CaseFile[]
}

export const caseFileInput = z.object({ id: rowId })
export const shareFileInput = z.object({ id: rowId, isShared: z.boolean() })

/** `POST /api/case-files?noun=repairs&id=…&name=…` with the file as body. */
export const uploadQuery = caseRef.extend({
  name: fileName.default('file'),
  checkItem: plainLine(100).optional(),
  ...withIdempotencyKey,
})
