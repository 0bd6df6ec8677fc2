import { TRPCError } from '@trpc/server'
import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { invoiceFileQuery } from '~/contracts/credit/invoices'
import { requestPerson } from '~/server/api/request-context'
import { caseOfLink } from '~/server/cases/customer/access'
import { drawInvoice, invoicePdf } from '~/server/credit/billing/invoice-file'
import { todayOf } from '~/server/credit/billing/issue'
import { invoiceNotFound, readInvoice } from '~/server/credit/billing/read'
import { networkOf } from '~/server/identity/auth/limits'
import { mfaPending } from '~/server/identity/auth/read-session'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Invoice } from '~/contracts/credit/invoices'
import type { Services } from '~/server/services'
import { sendPdf } from './case-document'
import { refuse } from './case-file-download'
import { answerRefusal } from './refusal'

/** One answer to whatever is not there, is not issued yet, or is somebody else's. */
function refuseWith(res: NextApiResponse, error: unknown): void {
  if (error instanceof z.ZodError || (error instanceof TRPCError && error.code === 'NOT_FOUND'))
    refuse(res, 404, 'There is no such invoice, or not for you.')
  else answerRefusal(res, error)
}

/** `GET /api/invoices/<id>`: an issued invoice or credit note as PDF. The caller has checked that an administrator asks. */
export async function sendInvoice(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { id, download } = invoiceFileQuery.parse(req.query)
    sendPdf(await invoicePdf(services, id), { req, res, isDownload: download === '1' })
  } catch (error) {
    refuseWith(res, error)
  }
}

/** The customer's own, of the case of the link that is given or of the session. @throws NOT_FOUND, TOO_MANY_REQUESTS */
async function theirInvoice(services: Services, req: NextApiRequest, id: string, token: string | undefined): Promise<Invoice> {
  const client = clientInfo(req)
  const today = todayOf(services)
  if (token === undefined) {
    const viewer = await requestPerson(req)
    if (!viewer || mfaPending(viewer)) throw invoiceNotFound()
    await services.limits.take('documentsOfCustomer', viewer.userId)
    await services.limits.take('documentsOfNetwork', networkOf(client))
    return readInvoice(services.db, id, { today, ownerId: viewer.userId })
  }
  const { ref, customerId } = await caseOfLink({ ...services, client }, token)
  if (ref.noun !== 'repairs' || customerId === null) throw invoiceNotFound()
  await services.limits.take('documentsOfCase', `${ref.noun} ${ref.id}`)
  await services.limits.take('documentsOfNetwork', networkOf(client))
  const invoice = await readInvoice(services.db, id, { today, ownerId: customerId })
  if (invoice.noun !== ref.noun || invoice.nounId?.toLowerCase() !== ref.id.toLowerCase()) throw invoiceNotFound()
  return invoice
}

/** `GET /api/customer-invoices/<id>?token=…`: one that was issued to the caller, or to the customer of the case of a link. */
export async function sendCustomerInvoice(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { id, token, download } = invoiceFileQuery.parse(req.query)
    const invoice = await theirInvoice(services, req, id, token)
    sendPdf(await drawInvoice(services, invoice), { req, res, isDownload: download === '1' })
  } catch (error) {
    refuseWith(res, error)
  }
}
