import * as z from 'zod'
import { fileName } from '~/contracts/uploads'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'

/** Uploaded pictures; the shop shows them before `image_url` and the drawings. */

export const MOST_PICTURES = 8
export const LONGEST_ALT_TEXT = 200

/** Longer side in pixels: `card` at most 640, `full` 1600. */
export const pictureSizes = ['card', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]
export const pictureFiles = pictureSizes.map((size) => `${size}.webp` as const)

export interface ProductPicture {
  id: string
  name: string
  /** '' stands for the product's name. */
  altText: string
  /** Pixels of the full size. */
  width: number
  height: number
  card: string
  full: string
}

export const productPicturesInput = z.object({ productId: rowId })

/** `POST /api/product-pictures?productId=…&name=…` with the file as body. */
export const pictureUploadQuery = productPicturesInput.extend({ name: fileName.default('file'), ...withIdempotencyKey })

export const productPictureInput = z.object({ id: rowId })

/** Fields left out stay. */
export const changePictureInput = productPictureInput.extend({
  /** From 0; the first picture is the main one. */
  place: z
    .int()
    .min(0)
    .max(MOST_PICTURES - 1)
    .optional(),
  altText: plainLine(LONGEST_ALT_TEXT).optional(),
})
