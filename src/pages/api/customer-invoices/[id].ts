import type { NextApiHandler } from 'next'
import { whileReachable } from '~/server/http/pages/unavailable'
import { sendCustomerInvoice } from '~/server/http/routes/invoice'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/customer-invoices/<id>`, with the `token` of a repair's link or by the session: PDF. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  if (req.method === 'GET' || req.method === 'HEAD') await sendCustomerInvoice(getServices(), req, res)
  else {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Invoices are read with GET.' })
  }
}

export default whileReachable(handler)
