import * as z from 'zod'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

/** Notices to the owner of a machine that nobody collects (Torts (Interference with Goods) Act 1977, section 12 and schedule 1). */

/** Days after the first notice before which there is no second one. */
export const SECOND_NOTICE_DAYS = 14
/** Months after the second notice before which a machine may not be sold (schedule 1, paragraph 6). */
export const SALE_MONTHS = 3

export const collectionNoticesInput = z.object({ repairId: rowId })
export const sendCollectionNoticeInput = z.object({ repairId: rowId, ...withIdempotencyKey })

export interface CollectionNotice {
  /** 1 or 2. */
  number: number
  sentAt: Date
  recipient: string
  body: string
}

export interface CollectionNotices {
  notices: CollectionNotice[]
  /** The earliest moment of the next notice; null after the second, and for a repair that is not waiting to be collected. */
  next: Date | null
  /** As '2027-03-05': the first day on which the machine may be sold; null before the second notice. */
  mayBeSoldFrom: string | null
}
