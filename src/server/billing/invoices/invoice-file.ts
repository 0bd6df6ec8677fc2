import { TRPCError } from '@trpc/server'
import type { Invoice } from '~/contracts/billing/invoices'
import type { InvoiceRef } from '~/server/platform/outbox/outbox'
import type { Attachment } from '~/server/platform/mail/email'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import type { Services } from '~/server/services'
import { todayOf } from './issue-invoice'
import { invoiceDocument } from './invoice-document'
import { readSeller } from './invoice-parties'
import { invoiceNotFound, readInvoice } from './read-invoice'

type Reading = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

interface InvoiceFile {
  /** 'INV-2026-00042.pdf'. */
  name: string
  bytes: Buffer
}

/** Draws an issued document, which the caller may read. @throws NOT_FOUND for one that has no number; SERVICE_UNAVAILABLE */
export async function drawInvoice(services: Reading, invoice: Invoice): Promise<InvoiceFile> {
  const { number } = invoice
  if (number === null) throw invoiceNotFound()
  const seller = await readSeller(services.db.prisma)
  const bytes = await renderPdf(invoiceDocument(invoice, { day: todayOf(services), seller }))
  return { name: `${number.replaceAll(/[^\w-]+/g, '_').slice(0, 80)}.pdf`, bytes }
}

/** An issued document as PDF, for administrators. @throws NOT_FOUND, also for one that waits */
export const invoicePdf = async (services: Reading, id: string): Promise<InvoiceFile> =>
  drawInvoice(services, await readInvoice(services.db, id, { today: todayOf(services) }))

/** Makes documents as they go with emails; null where there is none. */
export const invoiceAttachmentMaker =
  (services: Reading) =>
  async ({ id }: InvoiceRef): Promise<Attachment | null> => {
    try {
      return { ...(await invoicePdf(services, id)), contentType: 'application/pdf' }
    } catch (error) {
      if (error instanceof TRPCError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
