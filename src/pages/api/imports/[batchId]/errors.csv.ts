import type { NextApiHandler } from 'next'
import { adminOf } from '~/server/http/routes/admin-request'
import { sendImportErrors } from '~/server/http/routes/import-errors'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/imports/<batchId>/errors.csv`: the wrong rows of a file, each with the reason. */
const handler: NextApiHandler = async (req, res) => {
  const services = getServices()
  res.setHeader('Cache-Control', 'private, no-store')
  const viewer = await adminOf(req)
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await sendImportErrors(services, viewer, req, res)
}

export default whileReachable(handler)
