import { env } from '~/env'
import { adminRoute } from '~/server/http/routes/admin-route'
import { receiveProductPicture } from '~/server/http/routes/product-picture'
import { getServices } from '~/server/services'

// The body is streamed.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/product-pictures?productId=…&name=…` with the picture as body. */
export default adminRoute((viewer, req, res) => receiveProductPicture(getServices(), env().NEXTAUTH_URL, viewer, req, res), {
  scope: ['products', 'write'],
  methods: { allowed: ['POST'], otherwise: 'Send the picture with POST.' },
})
