import { adminRoute } from '~/server/http/routes/admin-route'
import { sendExport } from '~/server/http/routes/export'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true, bodyParser: { sizeLimit: '64kb' } } }

/** `GET /api/export/orders.csv?status=pending`: a view of a list; POST takes `ids` that do not fit into an address. */
export default adminRoute((viewer, req, res) => sendExport(getServices(), viewer, req, res), {})
