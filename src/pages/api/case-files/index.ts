import type { NextApiHandler } from 'next'
import { env } from '~/env'
import { adminOf } from '~/server/http/routes/admin-request'
import { receiveCaseFile } from '~/server/http/routes/case-file-upload'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

// The body is read as it comes.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/case-files?noun=repairs&id=…&name=…`: a file of a case, as the request's body. */
const handler: NextApiHandler = async (req, res) => {
  const services = getServices()
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    res.status(405).json({ message: 'Send the file with POST.' })
    return
  }
  const viewer = await adminOf(req)
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await receiveCaseFile(services, env().NEXTAUTH_URL, viewer, req, res)
}

export default whileReachable(handler)
