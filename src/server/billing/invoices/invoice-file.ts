import { TRPCError } from '@trpc/server'
import type { Invoice, InvoiceFormat } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import type { InvoiceRef } from '~/server/platform/outbox/outbox'
import type { Attachment } from '~/server/platform/mail/email'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import type { Services } from '~/server/services'
import { todayOf } from './issue-invoice'
import { invoiceDocument } from './invoice-document'
import { readSeller } from './invoice-parties'
import { invoiceUbl } from './invoice-ubl'
import { invoiceNotFound, readInvoice } from './read-invoice'

type Reading = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

const nameOf = (number: string) => number.replaceAll(/[^\w-]+/g, '_').slice(0, 80)

const makers: Record<InvoiceFormat, (services: Reading, invoice: Invoice) => Promise<Omit<Attachment, 'name'>>> = {
  pdf: async (services, invoice) => {
    const seller = await readSeller(services.db.prisma)
    return { contentType: 'application/pdf', bytes: await renderPdf(invoiceDocument(invoice, { day: todayOf(services), seller })) }
  },
  ubl: async ({ db: { prisma } }, invoice) => {
    const [payee, prepaid] = [await readSeller(prisma), await paidAtIssue(prisma, invoice)]
    return { contentType: 'application/xml', bytes: Buffer.from(invoiceUbl(invoice, { payee, prepaid })) }
  },
}
const extensions: Record<InvoiceFormat, string> = { pdf: 'pdf', ubl: 'xml' }

/** EUR paid when it was issued: entries made at the same time. */
async function paidAtIssue(tx: Pick<Prisma.TransactionClient, 'ledgerEntry'>, { id, issuedAt }: Invoice): Promise<number> {
  if (issuedAt === null) return 0
  const { _sum } = await tx.ledgerEntry.aggregate({
    where: { documentId: id, kind: { in: ['allocate', 'settle'] }, at: issuedAt },
    _sum: { amount: true },
  })
  return toAmountOrNull(_sum.amount) ?? 0
}

/** The caller may read the document. @throws NOT_FOUND for one without a number; SERVICE_UNAVAILABLE */
export async function makeInvoiceFile(services: Reading, invoice: Invoice, format: InvoiceFormat): Promise<Attachment> {
  const { number } = invoice
  if (number === null) throw invoiceNotFound()
  return { name: `${nameOf(number)}.${extensions[format]}`, ...(await makers[format](services, invoice)) }
}

/** @throws NOT_FOUND, also for a waiting document */
export const invoiceFileOf = async (services: Reading, id: string, format: InvoiceFormat): Promise<Attachment> =>
  makeInvoiceFile(services, await readInvoice(services.db, id, { today: todayOf(services) }), format)

/** A PDF and an electronic invoice; none if the document is gone. */
export const invoiceAttachmentMaker =
  (services: Reading) =>
  async ({ id }: InvoiceRef): Promise<Attachment[]> => {
    try {
      const invoice = await readInvoice(services.db, id, { today: todayOf(services) })
      return [await makeInvoiceFile(services, invoice, 'pdf'), await makeInvoiceFile(services, invoice, 'ubl')]
    } catch (error) {
      if (error instanceof TRPCError && error.code === 'NOT_FOUND') return []
      throw error
    }
  }
