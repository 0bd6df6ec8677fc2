import { TRPCError } from '@trpc/server'
import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { invoiceFileQuery, type InvoiceFormat } from '~/contracts/billing/invoices'
import { invoiceFileOf, makeInvoiceFile } from '~/server/billing/invoices/invoice-file'
import { todayOf } from '~/server/billing/invoices/issue-invoice'
import { readInvoice } from '~/server/billing/invoices/read-invoice'
import type { Services } from '~/server/services'
import { sendDocument } from './case-document'
import { refuse } from './case-file-download'
import { answerRefusal } from './refusal'
import { findCustomerDocument } from './customer-document'

/** A browser shows a PDF; a file for programs is saved. */
const isSaved = (format: InvoiceFormat, download: '1' | undefined) => format === 'ubl' || download === '1'

function refuseWith(res: NextApiResponse, error: unknown): void {
  if (error instanceof z.ZodError || (error instanceof TRPCError && error.code === 'NOT_FOUND'))
    refuse(res, 404, 'There is no such invoice, or not for you.')
  else answerRefusal(res, error)
}

/** `GET /api/invoices/<id>`: PDF, or with `format=ubl` UBL. */
export async function sendInvoice(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { id, format, download } = invoiceFileQuery.parse(req.query)
    sendDocument(await invoiceFileOf(services, id, format), { req, res, isDownload: isSaved(format, download) })
  } catch (error) {
    refuseWith(res, error)
  }
}

/** `GET /api/customer-invoices/<id>?token=…`: issued to the caller, or to the customer of the link's case. */
export async function sendCustomerInvoice(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { id, token, format, download } = invoiceFileQuery.parse(req.query)
    const today = todayOf(services)
    const invoice = await findCustomerDocument(services, req, token, (ownerId) => readInvoice(services.db, id, { today, ownerId }))
    sendDocument(await makeInvoiceFile(services, invoice, format), { req, res, isDownload: isSaved(format, download) })
  } catch (error) {
    refuseWith(res, error)
  }
}
