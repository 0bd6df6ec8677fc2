import type { IncomingMessage } from 'node:http'
import type { NextApiHandler } from 'next'
import { env } from '~/env'
import { metrics } from '~/server/platform/metrics/metrics'
import { getServices } from '~/server/services'
import { receiveDelivery } from '~/server/shop/shopify/webhooks/receive'

// The signature is over the raw bytes.
export const config = { api: { bodyParser: false } }

const LARGEST_BODY = 2 * 1024 * 1024

/** The body, null when it is too large. */
async function rawBody(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes: unknown = chunk
    if (!Buffer.isBuffer(bytes)) continue
    size += bytes.byteLength
    if (size > LARGEST_BODY) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** The messages of the shop platform: new and changed products, collections and orders. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    res.status(405).json({ error: 'Send the message by POST.' })
    return
  }
  const body = await rawBody(req)
  if (!body) {
    res.setHeader('Connection', 'close')
    res.status(413).json({ error: 'The message is too large.' })
    return
  }
  const header = (name: string) => [req.headers[name]].flat()[0]
  const services = getServices()
  try {
    const { status, outcome } = await receiveDelivery(services, env().SHOPIFY_WEBHOOK_SECRET, {
      body,
      topic: header('x-shopify-topic'),
      signature: header('x-shopify-hmac-sha256'),
      triggeredAt: header('x-shopify-triggered-at'),
      deliveryId: header('x-shopify-webhook-id'),
    })
    metrics().webhooks.inc({ outcome })
    services.log.info({ topic: header('x-shopify-topic'), outcome }, 'webhook')
    res.status(status).json(status === 200 ? { ok: true } : { error: outcome })
  } catch (error) {
    metrics().webhooks.inc({ outcome: 'failed' })
    services.log.error({ err: error, topic: header('x-shopify-topic') }, 'A webhook failed and will come again')
    res.status(503).json({ error: 'Please send the message again later.' })
  }
}

export default handler
