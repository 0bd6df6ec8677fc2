import type { Parcel } from '~/contracts/cases/carriers'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { CaseRef } from '~/contracts/case-ref'
import type { CaseEmailText } from '~/contracts/cases/estimates'

/** The text beside a new status. */
export interface StatusNotice {
  /** False: no email. */
  email: CaseEmailText | false
  carrier?: string | null | undefined
  trackingNumber?: string | null | undefined
  returnAddress?: string | null | undefined
}

/** A status that was chosen on the page of a case, before it is saved. */
export interface StatusChange {
  of: CaseRef
  status: CaseStatus
  /** As it is stored. */
  parcel: Parcel
  /** Throws where it could not be saved. */
  save: (told: StatusNotice) => Promise<void>
  onClose: () => void
}

/** The change to undo, with the emails that it has written. */
export type Undone = { letters?: { change: string } } | undefined

/** Input of a status that is set back: recalls the emails of the change, and writes none about it. */
export const undoing = (undone: Undone) => (undone?.letters ? { undo: undone.letters.change } : {})
