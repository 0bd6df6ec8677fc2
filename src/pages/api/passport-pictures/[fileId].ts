import type { NextApiHandler } from 'next'
import { whileReachable } from '~/server/http/pages/unavailable'
import { sendPassportPicture } from '~/server/http/routes/passport-files'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/passport-pictures/<id>?code=…&size=full`: for holders of the passport's code. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  if (req.method === 'GET' || req.method === 'HEAD') await sendPassportPicture(getServices(), req, res)
  else {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Pictures are read with GET.' })
  }
}

export default whileReachable(handler)
