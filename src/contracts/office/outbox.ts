import * as z from 'zod'
import { rowId } from '~/contracts/fields'

export const FAILED_SHOWN = 100

export const failedIdsInput = z.object({ ids: z.array(rowId).min(1).max(FAILED_SHOWN) })

export interface FailedMessage {
  id: string
  kind: 'letter' | 'text'
  /** Email address, or the last digits of a phone number. */
  to: string
  subject: string
  /** A code such as `ECONNECTION` or `EENVELOPE 550`. */
  reason: string
  tries: number
  lastTryAt: Date
  /** False for an expired code. */
  canSendAgain: boolean
}

export interface FailedMessages {
  rows: FailedMessage[]
  total: number
}

const reasons: readonly [RegExp, string][] = [
  [/^EENVELOPE 5/, 'The recipient’s mail server refuses this address'],
  [/^EMESSAGE 5/, 'The mail server refuses this email'],
  [/^(EENVELOPE|EMESSAGE) 4/, 'The mail server put it off too often'],
  [/^EAUTH/, 'The mail server refuses the shop’s user name or password'],
  [/^(ECONNECTION|ESOCKET|EDNS|ETIMEDOUT|timeout|TimeoutError|TypeError)/, 'The server could not be reached'],
  [/^HTTP/, 'The text message service refused it'],
  [/^(EACCES|ENOSPC|ENOTDIR|EROFS)/, 'The folder for emails could not be written'],
  [/^attachment$/, 'The document that goes with it could not be made'],
  [/^expired$/, 'The code had expired before it could be sent'],
  [/^unreadable$/, 'Its content cannot be read with the shop’s present secret'],
]

export const failureMessage = (reason: string): string => reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? 'It could not be sent'
