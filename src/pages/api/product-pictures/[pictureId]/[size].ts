import { whileReachable } from '~/server/http/pages/unavailable'
import { sendProductPicture } from '~/server/http/routes/product-picture'
import { getServices } from '~/server/services'

export const config = { api: { responseLimit: false, externalResolver: true } }

/** `GET /api/product-pictures/<id>/card.webp`: public. */
export default whileReachable((req, res) => sendProductPicture(getServices(), req, res))
