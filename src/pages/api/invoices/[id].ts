import { adminRoute } from '~/server/http/routes/admin-route'
import { sendInvoice } from '~/server/http/routes/invoice'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/invoices/<id>`: an issued invoice or credit note, as PDF. */
export default adminRoute((_viewer, req, res) => sendInvoice(getServices(), req, res), {
  scope: ['invoices', 'read'],
  methods: { allowed: ['GET', 'HEAD'], otherwise: 'Invoices are read with GET.' },
})
