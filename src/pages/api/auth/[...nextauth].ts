import type { NextApiHandler } from 'next'
import NextAuth from 'next-auth'
import { authOptions } from '~/server/auth/nextauth'
import { authRequestRefusal } from '~/server/auth/nextauth-request'

/** Sign-in, sign-out and the session of browsers. */
const handler: NextApiHandler = (req, res): unknown => {
  const refusal = authRequestRefusal(req)
  if (!refusal) return NextAuth(req, res, authOptions(req, res))
  if (refusal.allow) res.setHeader('Allow', refusal.allow)
  res.status(refusal.status).json({ message: refusal.message })
  return undefined
}

export default handler
