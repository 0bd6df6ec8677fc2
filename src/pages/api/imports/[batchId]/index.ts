import { env } from '~/env'
import { adminRoute } from '~/server/http/routes/admin-route'
import { receiveImport } from '~/server/http/routes/import-upload'
import { getServices } from '~/server/services'

// The body is streamed, since files can be large.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/imports/<batchId>`: the file of an import that `imports.start` began. */
export default adminRoute((viewer, req, res) => receiveImport(getServices(), env().NEXTAUTH_URL, viewer, req, res), {
  scope: ['imports', 'write'],
  methods: { allowed: ['POST'], otherwise: 'Send the file with POST.' },
})
