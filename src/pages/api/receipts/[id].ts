import { adminRoute } from '~/server/http/routes/admin-route'
import { sendReceipt } from '~/server/http/routes/receipt'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/receipts/<id>`: the receipt of a payment with money or store credit, as PDF. */
export default adminRoute((_viewer, req, res) => sendReceipt(getServices(), req, res), {
  scope: ['payments', 'read'],
  methods: { allowed: ['GET', 'HEAD'], otherwise: 'Receipts are read with GET.' },
})
