import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { FoundRecord } from '~/contracts/office/search'
import { type Noun, records } from '~/contracts/records'
import { detailsOf } from './record-paths'
import { capitalised } from './text'

/** Not in `paths`, which public pages load. */
export const listOf = (noun: Noun) => `/admin/${records[noun].route}` as const

/** Encoded, since plain SQL can set any number. */
export const casePageOf = (noun: CaseNoun, number: string): string => `${listOf(noun)}/${encodeURIComponent(number)}`

export const unitPageOf = (number: string): string => `${listOf('units')}/${encodeURIComponent(number)}`

/** By id: a draft has no number. */
export const invoicePageOf = (id: string): string => `${listOf('invoices')}/${encodeURIComponent(id)}`

/** Cases, units and invoices have pages of their own; other records open in their list. */
export function foundPageOf({ noun, id, title }: FoundRecord): string {
  const ofCase = caseNouns.find((each) => each === noun)
  if (ofCase) return casePageOf(ofCase, title)
  if (noun === 'invoices') return invoicePageOf(id)
  return noun === 'units' ? unitPageOf(title) : detailsOf(listOf(noun), id)
}

export interface RecordNoun {
  one: string
  many: string
}

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
