import type { NextApiHandler } from 'next'
import { env } from '~/env'
import { receiveCustomerPicture } from '~/server/http/routes/customer-case'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

// The body is streamed.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/customer-files?token=…&name=…`, or with `noun` and `id` of the customer's own case; the picture is the body. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    res.status(405).json({ message: 'Send the picture with POST.' })
    return
  }
  await receiveCustomerPicture(getServices(), env().NEXTAUTH_URL, req, res)
}

export default whileReachable(handler)
