import type { CaseNoun, OtherCase } from '~/contracts/case-ref'
import { caseNames } from '~/contracts/case-ref'
import { isReturnedUnrepaired } from '~/contracts/repair-outcomes'
import { type Unit, unitStateWords } from './units'

/** A machine's state as its cases describe it, and the next step. */

export type StandingCase = Pick<OtherCase, 'noun' | 'number' | 'isOpen' | 'status' | 'outcome'>

interface Standing {
  /** Beside the number: 'Here for repair'. */
  label: string
  /** A sentence: 'Here for repair REP-10001.' */
  about: string
}

/** The case is over and its device waits for the customer. */
const isToHandOver = ({ isOpen, status }: StandingCase) => !isOpen && (status === 'completed' || status === 'rejected')

export const hereFor = (noun: CaseNoun): string => `Here for ${caseNames[noun].toLowerCase()}`

const named = ({ noun, number }: StandingCase) => `${caseNames[noun].toLowerCase()} ${number}`

export function unitStanding({ state }: Pick<Unit, 'state'>, cases: readonly StandingCase[]): Standing {
  const words = unitStateWords[state]
  const open = cases.find(({ isOpen }) => isOpen)
  if (state === 'awaited' && open) return { label: words.label, about: `Its owner is to send or bring it for ${named(open)}.` }
  if (state !== 'quarantined') return words
  if (open) {
    const label = hereFor(open.noun)
    return { label, about: `${label} ${open.number}.` }
  }
  const over = cases.find(isToHandOver)
  if (!over) return words
  const result = over.outcome !== null && isReturnedUnrepaired(over.outcome) ? 'over without a repair' : over.status
  return { label: 'To go back', about: `${caseNames[over.noun]} ${over.number} is ${result}; its owner is to get it back.` }
}

/** On a case's page, or in a section of the machine's own page. */
export type UnitStep = { label: string } & (
  | { kind: 'case'; noun: StandingCase['noun']; number: string }
  // `begins`: puts the machine on the bench first.
  | { kind: 'section'; section: 'refurbishing' | 'sale'; begins?: true }
)

export function unitStep(
  { state, owner, mergedInto }: Pick<Unit, 'state' | 'owner' | 'mergedInto'>,
  cases: readonly StandingCase[],
): UnitStep | null {
  if (mergedInto !== null) return null
  const open = cases.find(({ isOpen }) => isOpen) ?? (state === 'quarantined' ? cases.find(isToHandOver) : undefined)
  if (open)
    return { kind: 'case', noun: open.noun, number: open.number, label: `${open.isOpen ? 'Go on with' : 'Hand over'} ${open.number}` }
  if (owner !== 'company') return null
  if (state === 'bought' || state === 'returned')
    return { kind: 'section', section: 'refurbishing', label: 'Begin refurbishing', begins: true }
  if (state === 'refurbishing') return { kind: 'section', section: 'refurbishing', label: 'Go on refurbishing' }
  if (state === 'ready') return { kind: 'section', section: 'sale', label: 'List for sale' }
  return null
}
