import type { Parcel } from '~/contracts/carriers'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { CaseRef } from '~/contracts/case-ref'
import type { CaseEmailText } from '~/contracts/cases/estimates'

export interface StatusNotice {
  /** False: no email is sent. */
  email: CaseEmailText | false
  carrier?: string | null | undefined
  trackingNumber?: string | null | undefined
  returnAddress?: string | null | undefined
}

export interface StatusChange {
  of: CaseRef
  status: CaseStatus
  parcel: Parcel
  /** @throws if it cannot be saved */
  save: (told: StatusNotice) => Promise<void>
  onClose: () => void
}

export type Undone = { letters?: { change: string } } | undefined

/** Recalls the emails of the undone change, and sends none about the undoing. */
export const undoing = (undone: Undone) => (undone?.letters ? { undo: undone.letters.change } : {})
