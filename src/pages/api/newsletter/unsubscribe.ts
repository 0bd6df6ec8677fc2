import { TRPCError } from '@trpc/server'
import type { NextApiHandler } from 'next'
import { newsletterLinkInput, UNSUBSCRIBE_ANSWER } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'
import { whileReachable } from '~/server/http/pages/unavailable'
import { unsubscribe } from '~/server/site/newsletter/subscriptions'
import { getServices } from '~/server/services'

// The body is always the same and is not read.
export const config = { api: { bodyParser: false, externalResolver: true } }

/** `POST /api/newsletter/unsubscribe?token=…`, sent by mail programs (RFC 8058). A GET changes nothing and leads to the button. */
const handler: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  const input = newsletterLinkInput.safeParse(req.query)
  if (!input.success) {
    res.status(400).json({ message: 'This link is invalid.' })
    return
  }
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'GET, HEAD, POST')
    res.redirect(302, `${paths.newsletter}#unsubscribe=${input.data.token}`)
    return
  }
  try {
    await unsubscribe(getServices(), input.data)
    res.status(200).json({ message: UNSUBSCRIBE_ANSWER })
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST') throw error
    res.status(400).json({ message: error.message })
  }
}

export default whileReachable(handler)
