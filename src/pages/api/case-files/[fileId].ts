import type { NextApiHandler } from 'next'
import { adminOf } from '~/server/http/routes/admin-request'
import { sendCaseFile } from '~/server/http/routes/case-file-download'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/case-files/<id>?size=full&until=…&signature=…`: a file of a case, by a link that `cases.files.list` has made. */
const handler: NextApiHandler = async (req, res) => {
  const viewer = await adminOf(req)
  if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
  else await sendCaseFile(getServices(), viewer, req, res)
}

export default whileReachable(handler)
