import { isReturnedUnrepaired, isUnderWarranty, type RepairOutcome } from './repair-outcomes'
import type { CaseFilters, CaseSort } from '~/contracts/office/status-inputs'

/** The work on repairs and trade-ins, as lists and boards show it. */

export const caseSortNames: Record<CaseSort, string> = { '-created': 'Newest first', created: 'Oldest first', due: 'Due next first' }

interface CaseFlag<Key extends keyof CaseFilters> {
  key: Key
  value: NonNullable<CaseFilters[Key]>
  label: string
}
const mine: CaseFlag<'assigned'> = { key: 'assigned', value: 'me', label: 'Mine' }
const overdue: CaseFlag<'due'> = { key: 'due', value: 'overdue', label: 'Overdue' }
const unread: CaseFlag<'messages'> = { key: 'messages', value: 'unread', label: 'Unread' }

export const caseFlags = [mine, overdue, unread]

/** The day by which a case shall be done; null for one that is, or of which nobody knows it. */
export const openDueOn = ({ status, dueOn }: { status: string; dueOn: string | null }, open: readonly string[]): string | null =>
  open.includes(status) ? dueOn : null

/** An administrator's name. */
export const personName = ({ fullName, email }: { fullName: string | null; email: string | null }): string =>
  fullName || email || 'Somebody'

/**
 * Words that a customer reads in the place of a case's status: before it has arrived a repair is not received, and one that came
 * to nothing is not completed. Undefined where the status says it.
 */
export function statusInstead({
  status,
  hasArrived,
  outcome,
}: {
  status: string
  hasArrived: boolean
  outcome: RepairOutcome | null
}): string | undefined {
  if (status === 'received' && !hasArrived) return 'Not here yet'
  if (outcome === null || isUnderWarranty(outcome)) return undefined
  if (outcome === 'traded_in') return 'Traded in'
  if (isReturnedUnrepaired(outcome)) return 'Returned unrepaired'
  return outcome === 'closed' ? 'Closed' : 'Not repaired'
}
