import type { NextApiHandler } from 'next'
import NextAuth from 'next-auth'
import { authOptions } from '~/server/auth/nextauth'

/** Sign-in, sign-out and the session of browsers. */
const handler: NextApiHandler = (req, res): unknown => NextAuth(req, res, authOptions(req, res))

export default handler
