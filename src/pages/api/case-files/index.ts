import { env } from '~/env'
import { adminRoute } from '~/server/http/routes/admin-route'
import { receiveCaseFile } from '~/server/http/routes/case-file-upload'
import { getServices } from '~/server/services'

// The body is streamed.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/case-files?noun=repairs&id=…&name=…` with the file as body. */
export default adminRoute((viewer, req, res) => receiveCaseFile(getServices(), env().NEXTAUTH_URL, viewer, req, res), {
  scope: ['cases', 'write'],
  methods: { allowed: ['POST'], otherwise: 'Send the file with POST.' },
})
