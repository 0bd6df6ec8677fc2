import type { NextApiHandler } from 'next'
import { sendCustomerDocument } from '~/server/http/routes/customer-case'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/customer-documents?kind=estimate&number=1&token=…`, or with `noun` and `id` of the customer's own case: PDF. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  if (req.method === 'GET' || req.method === 'HEAD') await sendCustomerDocument(getServices(), req, res)
  else {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Documents are read with GET.' })
  }
}

export default whileReachable(handler)
