import type { NextApiHandler } from 'next'
import { adminOf } from '~/server/http/routes/admin-request'
import { sendExport } from '~/server/http/routes/export'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true, bodyParser: { sizeLimit: '64kb' } } }

/** `GET /api/export/orders.csv?status=pending`: a view of a list as a file; POST takes `ids` that do not fit into an address. */
const handler: NextApiHandler = async (req, res) => {
  const services = getServices()
  const viewer = await adminOf(req)
  res.setHeader('Cache-Control', 'private, no-store')
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await sendExport(services, viewer, req, res)
}

export default whileReachable(handler)
