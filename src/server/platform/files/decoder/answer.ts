import type { RefusalReason } from './refusals'

/** The child process's answer: one line of JSON, then the bytes of the picture and of its thumbnail. */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const
export type PictureType = (typeof pictureTypes)[number]
export const documentTypes = ['application/pdf', 'application/json', 'text/plain'] as const

export type FileContent = { kind: 'picture'; type: PictureType } | { kind: 'document'; type: (typeof documentTypes)[number] }

/** The longer side (px) of a stored picture. */
export const STORED_SIDE = 2560

/** A picture's use: evidence of a case keeps its detail as JPEG; the shop's pages want small files, as WebP. */
export const pictureForms = ['case', 'shop'] as const
export type PictureForm = (typeof pictureForms)[number]

/** The child's argument for a text of elements or fields, which it answers as JSON: a short XML, a statement of a bank in XML, OFX or MT940. */
export const treeForms = ['xml-tree', 'statement-xml', 'ofx', 'mt940'] as const
export type TreeForm = (typeof treeForms)[number]

/** The child's argument for a workbook; it answers with this line and the sheet as CSV, or with the reason why there is none. */
export const WORKBOOK = 'workbook'
export const WORKBOOK_TABLE = 'table\n'

export type AnswerLine =
  | { refused: RefusalReason }
  | Extract<FileContent, { kind: 'document' }>
  | { kind: 'picture'; width: number; height: number; bytes: number; thumbnailBytes: number }
