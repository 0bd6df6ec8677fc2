import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { FoundRecord } from '~/contracts/office/search'
import { type Noun, records } from '~/contracts/records'
import { detailsOf } from './record-paths'
import { capitalised } from './text'

/** The list of a record type in the back office. Apart from the other paths, which public pages load. */
export const listOf = (noun: Noun) => `/admin/${records[noun].route}` as const

/** The page of one case by its number, whatever plain SQL has made of that. */
export const casePageOf = (noun: CaseNoun, number: string): string => `${listOf(noun)}/${encodeURIComponent(number)}`

export const unitPageOf = (number: string): string => `${listOf('units')}/${encodeURIComponent(number)}`

/** The page of an invoice or a credit note, which has no number while it waits. */
export const invoicePageOf = (id: string): string => `${listOf('invoices')}/${encodeURIComponent(id)}`

/** The page of a record that was found: a case, a unit or an invoice has its own, others their list with their details open. */
export function foundPageOf({ noun, id, title }: FoundRecord): string {
  const ofCase = caseNouns.find((each) => each === noun)
  if (ofCase) return casePageOf(ofCase, title)
  if (noun === 'invoices') return invoicePageOf(id)
  return noun === 'units' ? unitPageOf(title) : detailsOf(listOf(noun), id)
}

/** Names of a record on screens: 'trade-in', 'trade-ins'. */
export interface RecordNoun {
  one: string
  many: string
}

/** Texts of a list of records with a status (requirements §2, §8). */
export function recordMessages({ one, many }: RecordNoun) {
  const One = capitalised(one)
  return {
    statusUpdated: (status: string) => `${One} status updated to ${status}`,
    statusFailed: `Failed to update ${one} status`,
    loadFailed: `Failed to fetch ${many}`,
    noneMatch: `No ${many} match your filters`,
    none: `No ${many} found`,
    missing: `There is no such ${one}.`,
    changed: `${One} changed`,
    details: (name?: string) => (name === undefined ? `${One} Details` : `${One} Details - ${name}`),
  }
}
