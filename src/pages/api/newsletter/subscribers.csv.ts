import { adminRoute } from '~/server/http/routes/admin-route'
import { sendAudited } from '~/server/http/routes/export'
import { subscriberExport } from '~/server/site/newsletter/export-subscribers'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/newsletter/subscribers.csv`: confirmed addresses, for administrators. */
export default adminRoute(
  (viewer, req, res) => sendAudited(getServices(), viewer, req, res, { list: 'newsletter', rows: subscriberExport(getServices()) }),
  { scope: ['newsletter', 'read'], methods: { allowed: ['GET'], otherwise: 'Ask with GET.' } },
)
