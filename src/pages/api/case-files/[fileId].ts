import { adminRoute } from '~/server/http/routes/admin-route'
import { sendCaseFile } from '~/server/http/routes/case-file-download'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/case-files/<id>?size=full&until=…&signature=…`, by a link of `cases.files.list`. */
export default adminRoute((viewer, req, res) => sendCaseFile(getServices(), viewer, req, res), { scope: ['cases', 'read'] })
