import type { NextApiRequest, NextApiResponse } from 'next'
import { receiveEvent, type Receipt } from '~/server/billing/card/card-events'
import { metrics } from '~/server/platform/metrics/metrics'
import type { Services } from '~/server/services'
import { answerMessage, headerOf, messageBody } from './signed-message'

const LARGEST_BODY = 1024 * 1024
/** 't=1700000000,v1=…,v0=…', in hexadecimal. */
const SIGNATURE = /^t=\d{1,12}(?:,v\d=[\da-f]{64}){1,10}$/

async function receive(services: Services, req: NextApiRequest): Promise<Receipt> {
  if (!services.cardPayments) return { status: 503, outcome: 'not configured' }
  const signature = headerOf(req, 'stripe-signature')
  if (signature === undefined || !SIGNATURE.test(signature)) return { status: 401, outcome: 'unsigned' }
  return receiveEvent(services, await messageBody(req, LARGEST_BODY), signature)
}

export const receiveStripeWebhook = (services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> =>
  answerMessage(services, req, res, {
    name: 'card payment message',
    receive: () => receive(services, req),
    count: (outcome) => metrics().cardEvents.inc({ outcome }),
    about: (received) => ({ type: received?.type }),
  })
