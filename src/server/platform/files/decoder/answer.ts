import * as z from 'zod'
import { refusals, type RefusalReason } from './refusals'

/** What the child process answers: one line of JSON, then the bytes of the picture and of its thumbnail. */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const
export type PictureType = (typeof pictureTypes)[number]
const documentTypes = ['application/pdf', 'application/json', 'text/plain'] as const

/** What a file is by its content. */
export type FileContent = { kind: 'picture'; type: PictureType } | { kind: 'document'; type: (typeof documentTypes)[number] }

/** The longer side (px) of a picture as it is stored. */
export const STORED_SIDE = 2560

const side = z.int().positive().max(STORED_SIDE)
const size = z.int().positive()

export const answerLine = z.union([
  z.object({ refused: z.enum(Object.keys(refusals) as [RefusalReason, ...RefusalReason[]]) }),
  z.object({ kind: z.literal('document'), type: z.enum(documentTypes) }),
  z.object({ kind: z.literal('picture'), width: side, height: side, bytes: size, thumbnailBytes: size }),
])
export type AnswerLine = z.output<typeof answerLine>
