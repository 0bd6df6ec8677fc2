import * as z from 'zod'
import { fileName } from '~/contracts/uploads'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'

/** Pictures of products that staff upload; the shop shows them in their order, before `image_url` and the drawings. */

/** Of one product. */
export const MOST_PICTURES = 8
export const LONGEST_ALT_TEXT = 200

/** `card` is at most 640 px on its longer side, `full` 1600. */
export const pictureSizes = ['card', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]
/** The last part of a picture's address. */
export const pictureFiles = pictureSizes.map((size) => `${size}.webp` as const)

export interface ProductPicture {
  id: string
  name: string
  /** Empty for the product's name. */
  altText: string
  /** Pixels of the full size. */
  width: number
  height: number
  /** Addresses of both sizes, for everybody and for ever. */
  card: string
  full: string
}

export const productPicturesInput = z.object({ productId: rowId })

/** The query of an upload: `POST /api/product-pictures?productId=…&name=…`, with the file itself as its body. */
export const pictureUploadQuery = productPicturesInput.extend({ name: fileName.default('file'), ...withIdempotencyKey })

export const productPictureInput = z.object({ id: rowId })

/** A change of one picture; what is left out stays, also as others change it meanwhile. */
export const changePictureInput = productPictureInput.extend({
  /** Its new place among the product's pictures, from 0: the first is the main one. */
  place: z
    .int()
    .min(0)
    .max(MOST_PICTURES - 1)
    .optional(),
  altText: plainLine(LONGEST_ALT_TEXT).optional(),
})
