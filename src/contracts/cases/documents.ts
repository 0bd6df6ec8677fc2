import * as z from 'zod'
import { caseRef, type CaseNoun, type CaseRef } from '~/contracts/case-ref'
import { LARGEST_NUMBER } from './estimates'

/** Documents of a repair or a trade-in: each is a PDF, made from the rows as they are at that moment. */

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

/** Every case has these, in the order in which they are needed. */
export const documentsOfEveryCase = ['job-sheet', 'label', 'receipt', 'packing-slip'] as const

/** The document that a customer answers, by the record type of its case. */
export const quoteKinds: Record<CaseNoun, 'estimate' | 'offer'> = { repairs: 'estimate', tradeIns: 'offer' }

const hasDocument = (noun: CaseNoun, kind: CaseDocumentKind) =>
  kind === quoteKinds[noun] || documentsOfEveryCase.some((each) => each === kind)

export const caseDocumentRef = caseRef.extend({
  kind: z.enum(caseDocumentKinds),
  /** Which estimate or offer, counted from 1; left out: the newest that was sent. */
  number: z.int().positive().max(LARGEST_NUMBER).optional(),
})
export type CaseDocumentRef = z.output<typeof caseDocumentRef>

/** The query of `GET /api/case-documents?noun=repairs&id=…&kind=label`. */
export const caseDocumentQuery = caseDocumentRef
  .extend({
    number: z.coerce.number().pipe(z.int().positive().max(LARGEST_NUMBER)).optional(),
    /** '1': to be kept as a file; left out: to be opened and printed. */
    download: z.enum(['0', '1']).default('0'),
  })
  .refine(({ noun, kind }) => hasDocument(noun, kind), { path: ['kind'], message: 'Repairs have estimates, trade-ins have offers' })

/** The address of a document. @param number which estimate or offer */
export const caseDocumentAddress = ({ noun, id }: CaseRef, kind: CaseDocumentKind, number?: number): string =>
  `/api/case-documents?${new URLSearchParams({ noun, id, kind, ...(number === undefined ? {} : { number: String(number) }) }).toString()}`
