import * as z from 'zod'
import { caseRef } from '~/contracts/case-ref'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { fileName } from '~/contracts/uploads'

/** Pictures, documents and readings of a case. */

/** A file that was removed can be put back so long. */
export const REMOVED_KEPT_DAYS = 30

export const caseFileKinds = ['picture', 'document', 'reading'] as const
export type CaseFileKind = (typeof caseFileKinds)[number]

/**
 * How the customer of a case comes to see a file: it is their own, part of an offer that was sent, or a picture that staff show
 * them. Internal files, and those of a former customer, are hidden.
 */
export const fileVisibilities = ['customer', 'offer', 'shared', 'internal', 'former'] as const
export type FileVisibility = (typeof fileVisibilities)[number]

export interface CaseFile {
  id: string
  kind: CaseFileKind
  name: string
  contentType: string
  bytes: number
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  checkItem: string | null
  visibility: FileVisibility
  uploadedBy: string | null
  createdAt: Date
  removedAt: Date | null
  /** The file's address in the browser: for this person alone, and for some minutes. */
  address: string
  thumbnailAddress: string | null
}

export interface CaseFiles {
  /** Newest first. */
  files: CaseFile[]
  /** Those that were removed and can be put back, latest first. */
  removed: CaseFile[]
}

export const caseFileInput = z.object({ id: rowId })
/** Shows a picture to the customer of its case, or no longer. */
export const shareFileInput = z.object({ id: rowId, isShared: z.boolean() })

/** The query of an upload: `POST /api/case-files?noun=repairs&id=…&name=…`, with the file itself as its body. */
export const uploadQuery = caseRef.extend({
  name: fileName.default('file'),
  checkItem: plainLine(100).optional(),
  ...withIdempotencyKey,
})
