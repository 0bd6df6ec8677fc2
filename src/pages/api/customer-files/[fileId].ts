import type { NextApiHandler } from 'next'
import { sendCustomerFile } from '~/server/http/routes/customer-case'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/customer-files/<id>?size=full&token=…`, without `token` for the signed-in owner of the case. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  if (req.method === 'GET' || req.method === 'HEAD') await sendCustomerFile(getServices(), req, res)
  else {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Pictures are read with GET.' })
  }
}

export default whileReachable(handler)
