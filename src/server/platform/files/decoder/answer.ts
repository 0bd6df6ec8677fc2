import type { RefusalReason } from './refusals'

/** One line of JSON, then the picture and its thumbnail. */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const
export type PictureType = (typeof pictureTypes)[number]
export const documentTypes = ['application/pdf', 'application/json', 'text/plain'] as const

export type FileContent = { kind: 'picture'; type: PictureType } | { kind: 'document'; type: (typeof documentTypes)[number] }

/** Pixels of the longer side. */
export const STORED_SIDE = 2560

/** Evidence of a case keeps its detail as JPEG; pages want small WebP files. */
export const pictureForms = ['case', 'shop'] as const
export type PictureForm = (typeof pictureForms)[number]

/** The child's argument for a text, which it answers as JSON: short XML, or a bank's statement in XML, OFX or MT940. */
export const treeForms = ['xml-tree', 'statement-xml', 'ofx', 'mt940'] as const
export type TreeForm = (typeof treeForms)[number]

/** The child answers this argument with the line and the sheet as CSV, or a reason. */
export const WORKBOOK = 'workbook'
export const WORKBOOK_TABLE = 'table\n'

export type AnswerLine =
  | { refused: RefusalReason }
  | Extract<FileContent, { kind: 'document' }>
  | { kind: 'picture'; width: number; height: number; bytes: number; thumbnailBytes: number }
