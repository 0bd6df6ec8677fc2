import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a webhook's body is the platform's: `X-Shopify-Hmac-Sha256` is the base64 HMAC-SHA256 of the raw
 * bytes with the shop's secret.
 * @see https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
export function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!signature) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
