import * as z from 'zod'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

/** Notices to the owner of an uncollected machine (Torts (Interference with Goods) Act 1977, section 12 and schedule 1). */

export const SECOND_NOTICE_DAYS = 14
/** Months after the second notice before a sale (schedule 1, paragraph 6). */
export const SALE_MONTHS = 3

export const collectionNoticesInput = z.object({ repairId: rowId })
export const sendCollectionNoticeInput = z.object({ repairId: rowId, ...withIdempotencyKey })

export interface CollectionNotice {
  number: number
  sentAt: Date
  recipient: string
  body: string
}

export interface CollectionNotices {
  notices: CollectionNotice[]
  /** Null after the second notice, and for a repair that does not wait for collection. */
  next: Date | null
  /** '2027-03-05'; null before the second notice. */
  mayBeSoldFrom: string | null
}
