import { adminRoute } from '~/server/http/routes/admin-route'
import { sendImportErrors } from '~/server/http/routes/import-errors'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/imports/<batchId>/errors.csv`: the bad rows of a file, each with its reason. */
export default adminRoute((viewer, req, res) => sendImportErrors(getServices(), viewer, req, res), { scope: ['imports', 'read'] })
