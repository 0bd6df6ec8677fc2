import * as z from 'zod'
import { caseRef } from './cases'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { LONGEST_READING } from './miners/json'
import type { MinerReading } from './miners/shape'

/** Pictures, documents and readings of a case. */

const MB = 1024 * 1024

/** Of one file, in bytes. */
export const LARGEST_FILE = 15 * MB
/** A file that was removed can be put back so long. */
export const REMOVED_KEPT_DAYS = 30
const LONGEST_FILE_NAME = 120

export const caseFileKinds = ['picture', 'document', 'reading'] as const
export type CaseFileKind = (typeof caseFileKinds)[number]

export const readingPhases = ['before', 'after'] as const
export type ReadingPhase = (typeof readingPhases)[number]

/**
 * How the customer of a case comes to see a file: it is their own, part of an offer that was sent, or a picture that the desk shows
 * them. What is internal they do not see, and what a former customer has sent neither.
 */
export const fileVisibilities = ['customer', 'offer', 'shared', 'internal', 'former'] as const
export type FileVisibility = (typeof fileVisibilities)[number]

/** A file as a page of its case shows it. */
export interface CaseFile {
  id: string
  kind: CaseFileKind
  name: string
  contentType: string
  bytes: number
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  /** The item of the checklist that it shows. */
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

/** A file's name as it is stored: without folders and control characters. It says nothing of what the file is. */
export const fileName = z
  .string()
  .max(1000)
  .transform((name) => {
    const last = name.split(/[/\\]/).at(-1) ?? ''
    const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
    return plain.slice(0, LONGEST_FILE_NAME).replaceAll(/\p{Surrogate}/gu, '')
  })
  .transform((name) => (name === '' ? 'file' : name))

/** The query of an upload: `POST /api/case-files?noun=repairs&id=…&name=…`, with the file itself as its body. */
export const uploadQuery = caseRef.extend({
  name: fileName.default('file'),
  checkItem: plainLine(100).optional(),
  ...withIdempotencyKey,
})

export const addReadingInput = z.object({
  case: caseRef,
  phase: z.enum(readingPhases),
  name: fileName.default('reading.json'),
  /** The file's text. */
  text: z.string().max(LONGEST_READING, 'This file is too long for a reading: at most 400 kB.'),
  ...withIdempotencyKey,
})

/** A reading that was added, with what is to be said of the machine in sentences for the desk; absent where there is nothing to say. */
export interface AddedReading {
  id: string
  notices?: string[]
}

/** A reading of a case's machine. */
export interface CaseReading {
  id: string
  phase: ReadingPhase
  createdAt: Date
  createdBy: string | null
  /** The file that it came in, for its link; null where that was removed. */
  fileId: string | null
  /** Null for a row that is no reading, as plain SQL may have left. */
  reading: MinerReading | null
}
