import type { NextApiHandler } from 'next'
import { env } from '~/env'
import { receiveWebhook } from '~/server/http/routes/shopify-webhook'
import { getServices } from '~/server/services'

// The signature is over the raw bytes.
export const config = { api: { bodyParser: false } }

/** Messages about new and changed products, collections and orders. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (req.method === 'POST') await receiveWebhook(getServices(), env().SHOPIFY_WEBHOOK_SECRET, req, res)
  else {
    res.setHeader('Allow', 'POST')
    res.status(405).json({ error: 'Send the message by POST.' })
  }
}

export default handler
