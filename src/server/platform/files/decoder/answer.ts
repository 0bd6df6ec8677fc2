import type { RefusalReason } from './refusals'

/** The child process's answer: one line of JSON, then the bytes of the picture and of its thumbnail. */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const
export type PictureType = (typeof pictureTypes)[number]
export const documentTypes = ['application/pdf', 'application/json', 'text/plain'] as const

export type FileContent = { kind: 'picture'; type: PictureType } | { kind: 'document'; type: (typeof documentTypes)[number] }

/** The longer side (px) of a stored picture. */
export const STORED_SIDE = 2560

export type AnswerLine =
  | { refused: RefusalReason }
  | Extract<FileContent, { kind: 'document' }>
  | { kind: 'picture'; width: number; height: number; bytes: number; thumbnailBytes: number }
