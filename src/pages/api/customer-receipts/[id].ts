import type { NextApiHandler } from 'next'
import { whileReachable } from '~/server/http/pages/unavailable'
import { sendCustomerReceipt } from '~/server/http/routes/receipt'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/customer-receipts/<id>`, with the `token` of a case's link or by the session: PDF. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  if (req.method === 'GET' || req.method === 'HEAD') await sendCustomerReceipt(getServices(), req, res)
  else {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Receipts are read with GET.' })
  }
}

export default whileReachable(handler)
