import type { NextApiHandler } from 'next'
import { adminOf } from '~/server/http/routes/admin-request'
import { sendAudited } from '~/server/http/routes/export'
import { whileReachable } from '~/server/http/pages/unavailable'
import { subscriberExport } from '~/server/newsletter/export'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/newsletter/subscribers.csv`: the confirmed addresses of the newsletter, for administrators. */
const handler: NextApiHandler = async (req, res) => {
  const services = getServices()
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method !== 'GET') {
    res.setHeader('Allow', 'GET')
    res.status(405).json({ message: 'Ask with GET.' })
    return
  }
  const viewer = await adminOf(req)
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await sendAudited(services, viewer, req, res, { list: 'newsletter', rows: subscriberExport(services) })
}

export default whileReachable(handler)
