import * as z from 'zod'
import { caseRef, type CaseNoun } from '~/contracts/case-ref'
import type { DeviceInfo } from '~/contracts/device-info'
import { plainText, rowId, withIdempotencyKey } from '~/contracts/fields'
import { listInput } from '~/contracts/list-page'
import { ownCaseInput } from './tracking'
import { trackInput } from '~/contracts/track-input'

export const messageSides = ['customer', 'desk'] as const
export type MessageSide = (typeof messageSides)[number]

export const LONGEST_MESSAGE = 4000
export const MOST_MESSAGE_PICTURES = 4
/** Minutes until an unread message is announced by email. */
export const UNREAD_MINUTES = 10

const fields = {
  body: plainText(LONGEST_MESSAGE).default(''),
  pictures: z.array(rowId).max(MOST_MESSAGE_PICTURES, `At most ${MOST_MESSAGE_PICTURES} pictures`).default([]),
  ...withIdempotencyKey,
}
const saysSomething = z.refine<{ body: string; pictures: string[] }>(({ body, pictures }) => body.trim() !== '' || pictures.length > 0, {
  path: ['body'],
  error: 'Write a message first',
})
export const sendMessageInput = caseRef.extend(fields).check(saysSomething)
export const sendTrackedMessageInput = trackInput.extend(fields).check(saysSomething)
export const sendOwnMessageInput = ownCaseInput.extend(fields).check(saysSomething)
export type MessageFields = Pick<z.output<typeof sendMessageInput>, keyof typeof fields>

const position = { cursor: listInput.shape.cursor, limit: z.int().min(1).max(50).default(20) }
export const messagesInput = caseRef.extend(position)
export const trackedMessagesInput = trackInput.extend(position)
export const ownMessagesInput = ownCaseInput.extend(position)
export type MessagesPosition = Pick<z.output<typeof messagesInput>, keyof typeof position>

export type UnreadCases = Record<CaseNoun, number>

/** The newest message on screen: those of the other side up to it are read. */
const upTo = { until: rowId }
export const readMessagesInput = caseRef.extend(upTo)
export const readTrackedMessagesInput = trackInput.extend(upTo)
export const readOwnMessagesInput = ownCaseInput.extend(upTo)

export interface MessagePicture {
  id: string
  name: string
  address: string
  thumbnailAddress: string | null
}

export interface CaseMessage {
  id: string
  side: MessageSide
  /** Email address of the member of staff; null when the customer reads it. */
  author: string | null
  body: string
  createdAt: Date
  readAt: Date | null
  pictures: MessagePicture[]
}

export type ThreadEnd =
  /** The case ended too long ago. */
  | { reason: 'ended'; at: Date }
  /** The repair became this trade-in, which has its messages now. */
  | { reason: 'moved'; number: string }
  /** The case went to another customer. */
  | { reason: 'passed'; at: Date }

export interface MessageThread {
  /** Newest first. */
  rows: CaseMessage[]
  nextCursor: string | null
  /** Messages of the other side that nobody on this side has read, counted up to `MOST_UNREAD`. */
  unread: number
  end: ThreadEnd | null
  /** Takes pictures for a message; null if nothing can be written. */
  uploadAddress: string | null
}
export const MOST_UNREAD = 100

export interface Conversation {
  id: string
  noun: CaseNoun
  number: string
  deviceInfo: DeviceInfo
  side: MessageSide
  excerpt: string
  createdAt: Date
  unread: number
}
