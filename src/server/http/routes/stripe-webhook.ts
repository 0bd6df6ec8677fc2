import type { NextApiRequest, NextApiResponse } from 'next'
import { receiveEvent, type Receipt } from '~/server/credit/card/events'
import { networkOf } from '~/server/identity/auth/limits'
import { metrics } from '~/server/platform/metrics/metrics'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'
import { answerUpload, limitedBody, UploadRefusal } from './file-body'
import { refusalOf } from './refusal'

const LARGEST_BODY = 1024 * 1024
const tooLarge = () => new UploadRefusal(413, 'The message is too large.')
/** A time and signatures in hexadecimal, as 't=1700000000,v1=…,v0=…'. */
const SIGNATURE = /^t=\d{1,12}(?:,v\d=[\da-f]{64}){1,10}$/

/** Stripe's message. Without a well-formed signature nothing of it is read. */
async function receive(services: Services, req: NextApiRequest): Promise<Receipt> {
  if (!services.cardPayments) return { status: 503, outcome: 'not configured' }
  const signature = [req.headers['stripe-signature']].flat()[0]
  if (signature === undefined || !SIGNATURE.test(signature)) return { status: 401, outcome: 'unsigned' }
  const chunks: Buffer[] = []
  for await (const chunk of limitedBody(req, LARGEST_BODY, tooLarge)) chunks.push(chunk)
  return receiveEvent(services, Buffer.concat(chunks), signature)
}

/**
 * Receives a message of Stripe. Unsigned ones count for their network, and nothing of them is logged. Signed ones are always accepted:
 * nobody who shares Stripe's network can keep them out.
 */
export async function receiveStripeWebhook(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const { log, limits } = services
  try {
    const { status, outcome, type } = await receive(services, req)
    metrics().cardEvents.inc({ outcome })
    const isStrange = outcome === 'unsigned' || outcome === 'not configured'
    if (isStrange) await limits.take('webhooksUnsigned', networkOf(clientInfo(req)))
    log.info(isStrange ? { outcome } : { type, outcome }, 'card payment message')
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
    metrics().cardEvents.inc({ outcome: 'failed' })
    log.error({ err: error }, 'A message about a card payment failed and will come again')
    answerUpload(req, res, 503, { error: 'Please send the message again later.' })
  }
}
