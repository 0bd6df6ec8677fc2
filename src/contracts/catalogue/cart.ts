import * as z from 'zod'
import { plainText } from '~/contracts/fields'
import { MOST_LINES, MOST_PIECES } from '~/contracts/public-limits'

export const checkoutInput = z.object({
  lines: z
    .array(z.object({ variantId: plainText(200).min(1), quantity: z.int().min(1).max(MOST_PIECES) }))
    .min(1, 'The cart is empty')
    .max(MOST_LINES, `At most ${MOST_LINES} products at a time`),
})

export interface Checkout {
  checkoutUrl: string
  warnings?: { variantId: string | null; text: string }[]
}
