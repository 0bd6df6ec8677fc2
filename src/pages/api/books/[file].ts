import { adminRoute } from '~/server/http/routes/admin-route'
import { sendBook } from '~/server/http/routes/books'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/books/documents.csv?from=2026-11-01&to=2026-11-30`: documents or entries for a bookkeeper. */
export default adminRoute((viewer, req, res) => sendBook(getServices(), viewer, req, res), {
  scope: ['invoices', 'read'],
  methods: { allowed: ['GET'], otherwise: 'Books are read with GET.' },
})
