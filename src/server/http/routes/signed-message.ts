import type { NextApiRequest, NextApiResponse } from 'next'
import { networkOf } from '~/server/identity/auth/limits'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'
import { answerUpload, limitedBody, UploadRefusal } from './file-body'
import { refusalOf } from './refusal'

export const headerOf = (req: NextApiRequest, name: string): string | undefined => [req.headers[name]].flat()[0]

/** @throws UploadRefusal */
export async function messageBody(req: NextApiRequest, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of limitedBody(req, most, () => new UploadRefusal(413, 'The message is too large.'))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The HTTP status, and a word for metrics and the log. */
interface Received {
  status: number
  outcome: string
}

interface SignedMessage<R extends Received> {
  name: string
  receive: () => Promise<R>
  count: (outcome: R['outcome'] | 'failed') => void
  /** Logged for signed messages. @param received undefined after a failure */
  about: (received?: R) => object
}

/**
 * Unsigned messages count against their network, and are logged without the sender's text, or not at all above the limit. Signed ones are
 * always accepted, so that a neighbour in the network cannot keep the sender out.
 */
export async function answerMessage<R extends Received>(
  { log, limits }: Services,
  req: NextApiRequest,
  res: NextApiResponse,
  { name, receive, count, about }: SignedMessage<R>,
): Promise<void> {
  try {
    const received = await receive()
    const { status, outcome } = received
    count(outcome)
    const isStrange = outcome === 'unsigned' || outcome === 'not configured'
    if (isStrange) await limits.take('webhooksUnsigned', networkOf(clientInfo(req)))
    log.info(isStrange ? { outcome } : { ...about(received), outcome }, name)
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
    count('failed')
    log.error({ err: error, ...about() }, `A ${name} failed and will come again`)
    answerUpload(req, res, 503, { error: 'Please send the message again later.' })
  }
}
