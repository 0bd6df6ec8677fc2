import { TRPCError } from '@trpc/server'
import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { invoiceFileQuery } from '~/contracts/billing/invoices'
import { drawReceipt, findReceipt } from '~/server/billing/receipts/receipt-file'
import type { Receipt } from '~/server/billing/receipts/read-receipt'
import type { Services } from '~/server/services'
import { sendPdf } from './case-document'
import { refuse } from './case-file-download'
import { answerRefusal } from './refusal'
import { findCustomerDocument } from './customer-document'

type Find = (query: z.output<typeof invoiceFileQuery>) => Promise<Receipt>

async function send(services: Services, req: NextApiRequest, res: NextApiResponse, find: Find): Promise<void> {
  try {
    const query = invoiceFileQuery.parse(req.query)
    sendPdf(await drawReceipt(services, await find(query)), { req, res, isDownload: query.download === '1' })
  } catch (error) {
    if (error instanceof z.ZodError || (error instanceof TRPCError && error.code === 'NOT_FOUND'))
      refuse(res, 404, 'There is no such receipt, or not for you.')
    else answerRefusal(res, error)
  }
}

export const sendReceipt = (services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> =>
  send(services, req, res, ({ id }) => findReceipt(services, id))

/** `GET /api/customer-receipts/<id>?token=…`: by the signed-in customer, or the link's case. */
export const sendCustomerReceipt = (services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> =>
  send(services, req, res, ({ id, token }) => findCustomerDocument(services, req, token, (ownerId) => findReceipt(services, id, ownerId)))
