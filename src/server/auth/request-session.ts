import type { IncomingMessage } from 'node:http'
import type { NextApiRequestCookies } from 'next/dist/server/api-utils'
import { getToken } from 'next-auth/jwt'
import { getServices } from '~/server/services'
import { sessionIdOf } from './nextauth'

/** The session id in a request's cookie; null without one, or when it is not signed by this site. */
export async function requestSessionId(req: IncomingMessage & { cookies: NextApiRequestCookies }): Promise<string | null> {
  const token = await getToken({ req, secret: getServices().secret })
  return sessionIdOf(token)
}
