import type { NextApiRequest, NextApiResponse } from 'next'
import { networkOf } from '~/server/identity/auth/limits'
import { metrics } from '~/server/platform/metrics/metrics'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'
import { LONGEST_NAME, receiveDelivery, type Receipt } from '~/server/catalogue/shop/shopify/webhooks/receive'
import { answerUpload, limitedBody, UploadRefusal } from './file-body'
import { refusalOf } from './refusal'

const LARGEST_BODY = 2 * 1024 * 1024
const tooLarge = () => new UploadRefusal(413, 'The message is too large.')
/** 32 bytes in base64. */
const SIGNATURE = /^[\w+/]{43}=$/

const header = (req: NextApiRequest, name: string) => [req.headers[name]].flat()[0]

/** The platform's message. Without a well-formed signature nothing of it is read. */
async function receive(services: Services, secret: string | undefined, req: NextApiRequest): Promise<Receipt> {
  if (!secret) return { status: 503, outcome: 'not configured' }
  const signature = header(req, 'x-shopify-hmac-sha256')
  if (signature === undefined || !SIGNATURE.test(signature)) return { status: 401, outcome: 'unsigned' }
  const chunks: Buffer[] = []
  for await (const chunk of limitedBody(req, LARGEST_BODY, tooLarge)) chunks.push(chunk)
  return receiveDelivery(services, secret, {
    body: Buffer.concat(chunks),
    topic: header(req, 'x-shopify-topic'),
    signature,
    triggeredAt: header(req, 'x-shopify-triggered-at'),
    deliveryId: header(req, 'x-shopify-webhook-id'),
  })
}

/**
 * Receives a message of the shop platform. Unsigned ones count for their network, and are logged without anything that the sender has
 * chosen, or not at all above the limit. Signed ones are always accepted: nobody who shares the platform's network can keep it out.
 */
export async function receiveWebhook(services: Services, secret: string | undefined, req: NextApiRequest, res: NextApiResponse) {
  const { log, limits } = services
  const topic = header(req, 'x-shopify-topic')?.slice(0, LONGEST_NAME)
  try {
    const { status, outcome } = await receive(services, secret, req)
    metrics().webhooks.inc({ outcome })
    const isStrange = outcome === 'unsigned' || outcome === 'not configured'
    if (isStrange) await limits.take('webhooksUnsigned', networkOf(clientInfo(req)))
    log.info(isStrange ? { outcome } : { topic, outcome }, 'webhook')
    answerUpload(req, res, status, status === 200 ? { ok: true } : { error: outcome })
  } catch (error) {
    if (error instanceof UploadRefusal) {
      answerUpload(req, res, error.status, { error: error.message })
      return
    }
    const refused = refusalOf(error)
    if (refused?.retryAfter !== undefined) res.setHeader('Retry-After', String(refused.retryAfter))
    if (refused) {
      answerUpload(req, res, refused.status, { error: refused.message })
      return
    }
    metrics().webhooks.inc({ outcome: 'failed' })
    log.error({ err: error, topic }, 'A webhook failed and will come again')
    answerUpload(req, res, 503, { error: 'Please send the message again later.' })
  }
}
