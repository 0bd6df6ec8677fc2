import type { Call } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Checkout, checkoutInput } from '~/contracts/catalogue/cart'
import { isWebAddress } from '~/contracts/addresses'
import { networkOf } from '~/server/identity/auth/limits'
import { CART_CREATE } from './operations'
import type { CartWarningCode, CreateCartMutation } from './operations.generated'

const CHECKOUT_WITHIN_MS = 8_000

/** Visitors never see the platform's own text. */
const warningTexts: Partial<Record<CartWarningCode, string>> = {
  MERCHANDISE_NOT_ENOUGH_STOCK: 'There are fewer left than you want. The checkout has as many as there are.',
  MERCHANDISE_OUT_OF_STOCK: 'It is sold out now. The checkout does not have it.',
  PRODUCT_UNAVAILABLE_IN_BUYER_LOCATION: 'It cannot be delivered to every country. The checkout says to which.',
}
const OTHER_WARNING = 'The checkout differs from this cart. Please check it before you pay.'

function warningsOf({ cart, warnings }: NonNullable<CreateCartMutation['cartCreate']>): NonNullable<Checkout['warnings']> {
  const lines = new Map(cart?.lines.nodes.map(({ id, merchandise }) => [id, merchandise.id]))
  const found = warnings.map(({ code, target }) => ({ variantId: lines.get(target) ?? null, text: warningTexts[code] ?? OTHER_WARNING }))
  return [...new Map(found.map((warning) => [JSON.stringify(warning), warning])).values()]
}

/**
 * @returns the payment page's address
 * @throws PRECONDITION_FAILED without a platform, TOO_MANY_REQUESTS, BAD_REQUEST for lines that it does not sell, SERVICE_UNAVAILABLE while
 * it is down
 */
export async function createCheckout(
  { platform, limits, log, actor }: Call<'platform' | 'limits' | 'log'>,
  { lines }: z.output<typeof checkoutInput>,
): Promise<Checkout> {
  if (!platform) {
    throw new TRPCError({
      code: 'PRECONDITION_FAILED',
      message: 'This shop has its checkout on another site. Please open the product there.',
    })
  }
  // The platform limits calls by the visitor's address.
  const buyerIp = actor.ip ?? null
  await limits.take('checkout', networkOf({ ip: buyerIp }))
  const variables = { lines: lines.map(({ variantId, quantity }) => ({ merchandiseId: variantId, quantity })) }
  const { cartCreate } = await platform.storefront
    .ask(CART_CREATE, variables, { buyerIp, signal: AbortSignal.timeout(CHECKOUT_WITHIN_MS) })
    .catch((error: unknown) => {
      log.error({ err: error }, 'The checkout could not be opened')
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'The checkout does not answer right now. Please try again in a minute.' })
    })
  const address = cartCreate?.cart?.checkoutUrl
  if (address && isWebAddress(address) && cartCreate.userErrors.length === 0) {
    const warnings = warningsOf(cartCreate)
    return warnings.length > 0 ? { checkoutUrl: address, warnings } : { checkoutUrl: address }
  }
  log.info({ faults: cartCreate?.userErrors.length ?? 0 }, 'The platform refused a cart')
  throw new TRPCError({
    code: 'BAD_REQUEST',
    message: 'Something in your cart is no longer for sale. Please look it through and try again.',
  })
}
