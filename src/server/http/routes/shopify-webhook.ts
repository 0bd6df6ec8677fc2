import type { NextApiRequest, NextApiResponse } from 'next'
import { metrics } from '~/server/platform/metrics/metrics'
import type { Services } from '~/server/services'
import { LONGEST_NAME, receiveDelivery, type Receipt } from '~/server/stock/sale/shopify/receive-webhook'
import { answerMessage, headerOf, messageBody } from './signed-message'

const LARGEST_BODY = 2 * 1024 * 1024
/** 32 bytes in base64. */
const SIGNATURE = /^[\w+/]{43}=$/

async function receive(services: Services, secret: string | undefined, req: NextApiRequest): Promise<Receipt> {
  if (!secret) return { status: 503, outcome: 'not configured' }
  const signature = headerOf(req, 'x-shopify-hmac-sha256')
  if (signature === undefined || !SIGNATURE.test(signature)) return { status: 401, outcome: 'unsigned' }
  return receiveDelivery(services, secret, {
    body: await messageBody(req, LARGEST_BODY),
    topic: headerOf(req, 'x-shopify-topic'),
    signature,
    triggeredAt: headerOf(req, 'x-shopify-triggered-at'),
    deliveryId: headerOf(req, 'x-shopify-webhook-id'),
    isTest: headerOf(req, 'x-shopify-test') === 'true',
  })
}

export const receiveWebhook = (services: Services, secret: string | undefined, req: NextApiRequest, res: NextApiResponse): Promise<void> =>
  answerMessage(services, req, res, {
    name: 'webhook',
    receive: () => receive(services, secret, req),
    count: (outcome) => metrics().webhooks.inc({ outcome }),
    about: () => ({ topic: headerOf(req, 'x-shopify-topic')?.slice(0, LONGEST_NAME) }),
  })
