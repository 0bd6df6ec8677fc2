import { adminRoute } from '~/server/http/routes/admin-route'
import { sendPassportLabel } from '~/server/http/routes/passport-files'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/passport-label?unit=…`: the label with the passport's code, as PDF. */
export default adminRoute((_viewer, req, res) => sendPassportLabel(getServices(), req, res), {
  scope: ['units', 'read'],
  methods: { allowed: ['GET', 'HEAD'], otherwise: 'Labels are read with GET.' },
})
