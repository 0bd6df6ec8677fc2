import { adminRoute } from '~/server/http/routes/admin-route'
import { sendLabels } from '~/server/http/routes/labels'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/labels?unit=U-10001&part=P-10001&place=Shelf B3`: labels as PDF. */
export default adminRoute((viewer, req, res) => sendLabels(getServices(), viewer, req, res), {
  methods: { allowed: ['GET', 'HEAD'], otherwise: 'Labels are read with GET.' },
})
