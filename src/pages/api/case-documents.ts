import { adminRoute } from '~/server/http/routes/admin-route'
import { sendCaseDocument } from '~/server/http/routes/case-document'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/case-documents?noun=repairs&id=…&kind=label`: PDF. */
export default adminRoute((viewer, req, res) => sendCaseDocument(getServices(), viewer, req, res), {
  methods: { allowed: ['GET', 'HEAD'], otherwise: 'Documents are read with GET.' },
})
