import type { Call } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Checkout, checkoutInput } from '~/contracts/catalogue/cart'
import { isWebAddress } from '~/contracts/addresses'
import { networkOf } from '~/server/identity/auth/limits'
import { CART_CREATE } from './operations'

/** A visitor waits for the answer (ms). */
const CHECKOUT_WITHIN_MS = 8_000

/**
 * Makes a cart on the platform.
 * @returns the address of its payment page
 * @throws PRECONDITION_FAILED without a platform, TOO_MANY_REQUESTS, BAD_REQUEST for lines that it does not sell, SERVICE_UNAVAILABLE while
 * it is away
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
  // The platform limits its calls by the visitor's own address.
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
  if (address && isWebAddress(address) && cartCreate.userErrors.length === 0) return { checkoutUrl: address }
  log.info({ faults: cartCreate?.userErrors.length ?? 0 }, 'The platform refused a cart')
  throw new TRPCError({
    code: 'BAD_REQUEST',
    message: 'Something in your cart is no longer for sale. Please look it through and try again.',
  })
}
