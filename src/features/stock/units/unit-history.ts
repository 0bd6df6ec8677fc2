import { slotLabel } from '~/contracts/stock/slots'
import type { UnitTimelineEntry } from '~/contracts/stock/unit-timeline'
import { unitFields } from '~/contracts/stock/unit-fields'
import { hereFor } from '~/contracts/stock/unit-standing'
import { unitStateWords } from '~/contracts/stock/units'
import { caseNames, type CaseNoun, type OtherCase } from '~/contracts/case-ref'
import { unitStates } from '~/contracts/statuses'
import { historyFields } from '~/lib/field-values'
import { historyLines, type HistoryField } from '~/lib/history-lines'

export type CaseOfUnit = Pick<OtherCase, 'noun' | 'createdAt'>

/** Of one call, an entry's time may be a little before its case's. */
const SAME_CALL_MS = 60_000

/** In the words of the case of that time, as at the top of the page: 'Here for repair'. */
const stateAt =
  (at: Date, cases: readonly CaseOfUnit[]): NonNullable<HistoryField['write']> =>
  (value) => {
    const state = unitStates.find((known) => known === value)
    if (!state) return ''
    const [of] = cases
      .filter(({ createdAt }) => createdAt.getTime() <= at.getTime() + SAME_CALL_MS)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    return state === 'quarantined' && of ? hereFor(of.noun) : unitStateWords[state].label
  }

/** Changes of owner have entries of their own. */
const otherFields: Record<string, HistoryField> = { ...historyFields(unitFields), product: { label: 'Product' } }

type Change = Extract<UnitTimelineEntry, { kind: 'change' }>['detail']

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const byWhom = (after: Change['after']) => (after?.by === 'staff' ? 'staff' : 'its owner')

/** Other actions list their fields. */
function changeWords({ action, before, after }: Change): [what: string, text?: string | undefined] | null {
  switch (action) {
    case 'unit.created':
      return ['Record opened']
    case 'unit.merged':
      return ['Merged into another record', textOf(after?.mergedInto)]
    case 'unit.unmerged':
      return ['Taken out of another record', textOf(before?.mergedInto)]
    case 'unit.merged_with':
      return ['Another record merged into this one', textOf(after?.unit)]
    case 'unit.passport_released':
      return ['Released by its owner for the next one']
    case 'unit.claim_asked':
      return ['Somebody asked for the machine', after?.ownerAsked === true ? 'Its owner was asked by email' : 'Staff decide']
    case 'unit.claim_agreed':
      return [`Request for the machine agreed to by ${byWhom(after)}`]
    case 'unit.claim_refused':
      return [`Request for the machine refused by ${byWhom(after)}`, textOf(after?.note)]
    case 'unit.claim_withdrawn':
      return ['Request for the machine withdrawn']
    case 'unit.unmerged_from':
      return ['Another record taken out of this one', textOf(after?.unit)]
    case 'unit.board_answered':
      return [`${textOf(after?.board) ?? 'A board'}: ${textOf(after?.answer) ?? ''}`, textOf(after?.serialNumber)]
    case 'unit.step_done':
      return ['Step done', textOf(after?.step)]
    case 'unit.step_undone':
      return ['Step not done', textOf(after?.step)]
    default:
      return null
  }
}

type Case = { noun: CaseNoun; number: string } | null
const inCase = (found: Case, word = 'In') => (found ? `${word} ${caseNames[found.noun].toLowerCase()} ${found.number}` : undefined)

const caseEvents = { opened: 'opened', arrived: 'arrived', completed: 'completed' } as const
const refurbishingEvents = {
  begun: 'Refurbishing checklist opened',
  safety_test: 'Electrical safety test',
  finished: 'Refurbishing finished',
} as const
const passportEvents = { issued: 'Passport issued', claimed: 'Passport claimed by its owner', revoked: 'Passport revoked' } as const

function told(entry: Exclude<UnitTimelineEntry, { kind: 'change' }>): [what: string, text?: string | undefined] {
  switch (entry.kind) {
    case 'owner': {
      const { owner, customer, case: by, order } = entry.detail
      const whose =
        owner === 'company' ? 'The company is its owner' : customer === null ? 'A customer is its owner' : `${customer} is its owner`
      return [whose, order === null ? inCase(by, 'By') : `By order ${order}`]
    }
    case 'case': {
      const { event, case: of } = entry.detail
      return [of ? `${caseNames[of.noun]} ${of.number} ${caseEvents[event]}` : `Case ${caseEvents[event]}`]
    }
    case 'reading':
      return [entry.detail.phase === 'after' ? 'Machine read after the work' : 'Machine read before the work', inCase(entry.detail.case)]
    case 'part': {
      const { event, slot, part, name, serialNumber, case: of } = entry.detail
      const what =
        event === 'installed'
          ? `${name} ${part} installed in ${slotLabel(slot).toLowerCase()}`
          : `${name} ${part} removed from ${slotLabel(slot).toLowerCase()}`
      return [what, [serialNumber && `Serial number ${serialNumber}`, inCase(of)].filter(Boolean).join('\n') || undefined]
    }
    case 'refurbishing': {
      const { event, passed } = entry.detail
      return [refurbishingEvents[event], event === 'safety_test' && passed !== null ? (passed ? 'Passed' : 'Failed') : undefined]
    }
    case 'sale': {
      const { event, order, title } = entry.detail
      return [event === 'dispatched' ? `Dispatched with order ${order}` : `Returned from order ${order}`, title || undefined]
    }
    case 'passport':
      return [passportEvents[entry.detail.event], entry.detail.reason ?? undefined]
  }
}

/** @param number of the page's unit: merged records name themselves @param cases of the unit that the reader may see */
export function unitHistoryLines(number: string, entry: UnitTimelineEntry, cases: readonly CaseOfUnit[] = []) {
  const { id, at, actor } = entry
  const where = entry.detail.unit === number ? '' : ` (${entry.detail.unit})`
  const line = ([what, text]: [string, (string | undefined)?]) => ({ id, at, actor, what: `${what}${where}`, text })
  if (entry.kind !== 'change') return [line(told(entry))]
  const words = changeWords(entry.detail)
  if (words) return [line(words)]
  const { before, after } = entry.detail
  const fields = { state: { label: 'State', write: stateAt(at, cases) }, ...otherFields }
  const isTold = after !== null && Object.keys(fields).some((key) => key in after)
  if (!isTold) return []
  return historyLines({ id, at, actor, action: entry.detail.action, before, after }, 'Unit changed', fields).map((each) => ({
    ...each,
    what: `${each.what}${where}`,
  }))
}
