import * as z from 'zod'
import { caseRef, type CaseNoun, type CaseRef } from '~/contracts/case-ref'
import { LARGEST_NUMBER } from './estimates'

export const caseDocumentKinds = ['job-sheet', 'label', 'receipt', 'packing-slip', 'estimate', 'offer'] as const
export type CaseDocumentKind = (typeof caseDocumentKinds)[number]

export const caseDocumentLabels: Record<CaseDocumentKind, string> = {
  'job-sheet': 'Job sheet',
  label: 'Label',
  receipt: 'Receipt',
  'packing-slip': 'Packing slip',
  estimate: 'Estimate',
  offer: 'Offer',
}

export const documentsOfEveryCase = ['job-sheet', 'label', 'receipt', 'packing-slip'] as const

export const quoteKinds: Record<CaseNoun, 'estimate' | 'offer'> = { repairs: 'estimate', tradeIns: 'offer' }

const hasDocument = (noun: CaseNoun, kind: CaseDocumentKind) =>
  kind === quoteKinds[noun] || documentsOfEveryCase.some((each) => each === kind)

export const caseDocumentRef = caseRef.extend({
  kind: z.enum(caseDocumentKinds),
  /** Estimate or offer, from 1; left out: the newest that was sent. */
  number: z.int().positive().max(LARGEST_NUMBER).optional(),
})
export type CaseDocumentRef = z.output<typeof caseDocumentRef>

export const caseDocumentQuery = caseDocumentRef
  .extend({
    number: z.coerce.number().pipe(z.int().positive().max(LARGEST_NUMBER)).optional(),
    /** '1' saves the file, otherwise the browser opens it. */
    download: z.enum(['0', '1']).default('0'),
  })
  .refine(({ noun, kind }) => hasDocument(noun, kind), { path: ['kind'], message: 'Repairs have estimates, trade-ins have offers' })

/** @param number of the estimate or offer */
export const caseDocumentAddress = ({ noun, id }: CaseRef, kind: CaseDocumentKind, number?: number): string =>
  `/api/case-documents?${new URLSearchParams({ noun, id, kind, ...(number === undefined ? {} : { number: String(number) }) }).toString()}`
