import type { NextApiHandler } from 'next'
import { whileReachable } from '~/server/http/pages/unavailable'
import { adminOf } from '~/server/http/routes/admin-request'
import { sendCaseDocument } from '~/server/http/routes/case-document'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/case-documents?noun=repairs&id=…&kind=label`: what is printed of a repair or a trade-in, as PDF. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('Allow', 'GET, HEAD')
    res.status(405).json({ message: 'Documents are read with GET.' })
    return
  }
  const viewer = await adminOf(req)
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await sendCaseDocument(getServices(), req, res)
}

export default whileReachable(handler)
