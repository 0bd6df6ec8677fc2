import { isReturnedUnrepaired, isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import { recordOf } from '~/contracts/keys'
import { quoteStates, type CaseFilters, type CaseSort, type QuoteState } from '~/contracts/status-inputs'

export const caseSortNames: Record<CaseSort, string> = { '-created': 'Newest first', created: 'Oldest first', due: 'Due next first' }

interface CaseFlag<Key extends keyof CaseFilters> {
  key: Key
  value: NonNullable<CaseFilters[Key]>
  label: string
}
const flag = <Key extends keyof CaseFilters>(key: Key, value: NonNullable<CaseFilters[Key]>, label: string): CaseFlag<Key> => ({
  key,
  value,
  label,
})
export const flagsOfEveryCase = [
  flag('work', 'open', 'Open'),
  flag('assigned', 'me', 'Mine'),
  flag('assigned', 'nobody', 'Unassigned'),
  flag('due', 'overdue', 'Overdue'),
  flag('due', 'today', 'Due today'),
  flag('messages', 'unread', 'Unread'),
]

export const flagsOfRepairs = [...flagsOfEveryCase, flag('expedited', 'yes', 'Expedited'), flag('warranty', 'claim', 'Warranty')]

/** @param name 'Estimate', for 'Estimate sent' */
export const quoteWords = (name: string): Record<QuoteState, string> => recordOf(quoteStates, (state) => `${name} ${state}`)

export const quoteChoice = (name: string, states: readonly QuoteState[]) => ({
  key: 'quote',
  label: `Filter by ${name.toLowerCase()}`,
  all: `Any ${name.toLowerCase()}`,
  options: states.map((value) => ({ value, label: quoteWords(name)[value] })),
})

/** Null once the case is done, or without a due day. */
export const openDueOn = ({ status, dueOn }: { status: string; dueOn: string | null }, open: readonly string[]): string | null =>
  open.includes(status) ? dueOn : null

export const personName = ({ fullName, email }: { fullName: string | null; email: string | null }): string =>
  fullName || email || 'Somebody'

/** Replaces a status for customers: a request is not 'received' before it arrives, nor 'completed' if it came to nothing. */
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
