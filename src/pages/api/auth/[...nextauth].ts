import type { NextApiHandler } from 'next'
import NextAuth from 'next-auth'
import { authOptions, watchFailures } from '~/server/http/nextauth/options'
import { authRequestRefusal } from '~/server/http/nextauth/request-check'
import { whileReachable } from '~/server/http/pages/unavailable'

export const config = { api: { bodyParser: { sizeLimit: '64kb' } } }

const handler: NextApiHandler = async (req, res) => {
  const refusal = authRequestRefusal(req)
  if (!refusal) {
    const { watch, answer } = watchFailures(res)
    await NextAuth(req, answer, authOptions(req, res, watch))
    return
  }
  if (refusal.allow) res.setHeader('Allow', refusal.allow)
  res.status(refusal.status).json({ message: refusal.message })
}

export default whileReachable(handler)
