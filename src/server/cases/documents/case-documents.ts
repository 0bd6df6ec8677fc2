import { TRPCError } from '@trpc/server'
import type { CaseDocumentKind, CaseDocumentRef } from '~/contracts/cases/documents'
import { toAmount } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import type { Attachment } from '~/server/platform/mail/email'
import { renderPdf, type PdfDocument } from '~/server/platform/pdf/render-pdf'
import { findCustomerCase, rowsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { dayOf } from '~/server/platform/pdf/letterhead'
import { frozenDetails } from '~/server/cases/quotes/read-evaluation'
import { quoteKinds } from '~/server/cases/quotes/quote-kinds'
import { linesOfEstimate } from '~/server/cases/base/repair-lines'
import { estimateDocument, offerDocument } from './quote-documents'
import { readCaseFacts, type DocumentServices } from './read-facts'
import { jobSheet, label, packingSlip, receipt, type CaseFacts } from './document-templates'

export interface DocumentFile {
  /** 'receipt-REP-000042.pdf': letters, digits and hyphens only. */
  name: string
  bytes: Buffer
}

/** @throws NOT_FOUND */
async function quoteOf(
  { db, businessTimeZone }: DocumentServices,
  { noun, id, kind, number }: CaseDocumentRef,
  facts: CaseFacts,
  theirs?: CustomerCase,
) {
  const wanted = { ...(number === undefined ? { state: { not: 'draft' as const } } : { number }), ...(theirs && rowsOf(theirs)) }
  const found = await db.prisma.caseQuote.findFirst({
    where: { caseId: id, ...wanted },
    orderBy: { number: 'desc' },
    select: { id: true, number: true, total: true, expiresAt: true },
  })
  if (!found || kind !== quoteKinds[noun].word) throw notFound({ one: kind })
  return { found, quote: { facts, quoteNumber: found.number, validUntil: dayOf(found.expiresAt, businessTimeZone) } }
}

interface Made {
  document: PdfDocument
  quoteNumber?: number
}

type Maker = (services: DocumentServices, ref: CaseDocumentRef, of: CaseFacts, theirs?: CustomerCase) => Made | Promise<Made>

const makers: Record<CaseDocumentKind, Maker> = {
  'job-sheet': (_services, _ref, of) => ({ document: jobSheet(of) }),
  label: (_services, _ref, of) => ({ document: label(of) }),
  receipt: (_services, _ref, of) => ({ document: receipt(of) }),
  'packing-slip': (_services, _ref, of) => ({ document: packingSlip(of) }),
  async estimate(services, ...asked) {
    const { found, quote } = await quoteOf(services, ...asked)
    const lines = await linesOfEstimate(services.db.prisma, found.id)
    return { document: estimateDocument({ ...quote, lines }), quoteNumber: found.number }
  },
  async offer(services, ...asked) {
    const { found, quote } = await quoteOf(services, ...asked)
    const details = await services.db.prisma.tradeInOffer.findUnique({ where: { id: found.id } })
    const document = offerDocument({
      ...quote,
      ...frozenDetails(details),
      finalValue: toAmount(found.total),
    })
    return { document, quoteNumber: found.number }
  },
}

const fileName = (...parts: readonly (string | number | undefined)[]) =>
  `${parts
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll(/[^\w-]+/g, '_')
    .slice(0, 80)}.pdf`

/** The former customer to whom a quote was sent that the present one may not see. */
async function formerOf(
  { db: { prisma } }: DocumentServices,
  { noun, id, kind, number }: CaseDocumentRef,
): Promise<CustomerCase | undefined> {
  if (number === undefined || kind !== quoteKinds[noun].word) return undefined
  const where = { caseId: id, number, customerId: { not: null } }
  const found = await prisma.caseQuote.findFirst({ where, select: { customerId: true } })
  return found ? ((await findCustomerCase(prisma, { noun, id }, found.customerId)) ?? undefined) : undefined
}

/**
 * Made of the present rows, or as they were when the case left a former customer.
 * @param theirs the customer; by default the present one, or the one to whom the quote was sent
 * @param customerPage printed as a code on receipts and job sheets
 * @throws NOT_FOUND for the case, estimate or offer; SERVICE_UNAVAILABLE if too many files are being made
 */
export async function caseDocument(
  services: DocumentServices,
  ref: CaseDocumentRef,
  theirs?: CustomerCase,
  customerPage: string | null = null,
): Promise<DocumentFile> {
  const of = { ...(await readCaseFacts(services, ref, theirs ?? (await formerOf(services, ref)))), customerPage }
  const { document, quoteNumber } = await makers[ref.kind](services, ref, of, theirs)
  return { name: fileName(ref.kind, of.number, quoteNumber), bytes: await renderPdf(document) }
}

/** Null if the case, estimate or offer is gone. */
export const attachmentMaker =
  (services: DocumentServices) =>
  async (ref: CaseDocumentRef, emailId: string): Promise<Attachment | null> => {
    const { prisma } = services.db
    try {
      // Documents show what was the email's customer's, even if it is sent late.
      const email = await prisma.caseEmail.findUnique({ where: { id: emailId }, select: { customerId: true } })
      const former = email?.customerId ? await findCustomerCase(prisma, ref, email.customerId) : undefined
      if (former === null) return null
      return { ...(await caseDocument(services, ref, former)), contentType: 'application/pdf' }
    } catch (error) {
      if (error instanceof TRPCError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
