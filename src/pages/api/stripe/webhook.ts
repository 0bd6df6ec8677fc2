import type { NextApiHandler } from 'next'
import { receiveStripeWebhook } from '~/server/http/routes/stripe-webhook'
import { getServices } from '~/server/services'

// The signature is over the raw bytes.
export const config = { api: { bodyParser: false } }

/** Messages about payments, refunds and disputes. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (req.method === 'POST') await receiveStripeWebhook(getServices(), req, res)
  else {
    res.setHeader('Allow', 'POST')
    res.status(405).json({ error: 'Send the message by POST.' })
  }
}

export default handler
