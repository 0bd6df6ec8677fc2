import * as z from 'zod'
import { caseRef, type CaseNoun } from '~/contracts/case-ref'
import type { DeviceInfo } from '~/contracts/device-info'
import { plainText, rowId, withIdempotencyKey } from '~/contracts/fields'
import { listInput } from '~/contracts/list-page'
import { ownCaseInput } from './tracking'
import { trackInput } from '~/contracts/track-input'

/** Messages between the customer of a case and the repair desk. */

export const messageSides = ['customer', 'desk'] as const
export type MessageSide = (typeof messageSides)[number]

export const LONGEST_MESSAGE = 4000
/** Of one message. */
export const MOST_MESSAGE_PICTURES = 4
/** After so many minutes an email tells of what was not read. */
export const UNREAD_MINUTES = 10

const fields = {
  body: plainText(LONGEST_MESSAGE).default(''),
  /** Ids of pictures of the case that belong to it; each belongs to one message. */
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

/** How many cases of each kind have messages that staff have not read. */
export type UnreadCases = Record<CaseNoun, number>

/** The newest message that was on the screen: the other side's up to it have been read. */
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
  /** The address of the member of staff who wrote it; null for its customer, who may not see it. */
  author: string | null
  body: string
  createdAt: Date
  /** When the other side has read it. */
  readAt: Date | null
  pictures: MessagePicture[]
}

/** Why nothing more can be written. */
export type ThreadEnd =
  /** The case has been over for too long. */
  | { reason: 'ended'; at: Date }
  /** The repair was turned into this trade-in, and the messages went with it. */
  | { reason: 'moved'; number: string }
  /** The case has gone to another customer. */
  | { reason: 'passed'; at: Date }

export interface MessageThread {
  /** Newest first. */
  rows: CaseMessage[]
  nextCursor: string | null
  /** Messages of the other side that nobody of one's own has read; no more than `MOST_UNREAD` are counted. */
  unread: number
  /** Null while both sides may write. */
  end: ThreadEnd | null
  /** The address that takes pictures of a message; null where nothing can be written. */
  uploadAddress: string | null
}
export const MOST_UNREAD = 100

/** A conversation in the list of a customer's account. */
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
