import type { IncomingMessage } from 'node:http'
import type { NextApiRequestCookies } from 'next/dist/server/api-utils'
import { getToken } from 'next-auth/jwt'
import * as z from 'zod'
import { getServices } from '~/server/services'

const tokenSchema = z.object({ sessionId: z.guid() })

/** The session id that a decoded cookie carries, null if it carries none. */
export function sessionIdOf(token: unknown): string | null {
  const parsed = tokenSchema.safeParse(token)
  return parsed.success ? parsed.data.sessionId : null
}

/** The session id in a request's cookie; null without one, or when it is not signed by this site. */
export async function requestSessionId(req: IncomingMessage & { cookies: NextApiRequestCookies }): Promise<string | null> {
  const token = await getToken({ req, secret: getServices().secret })
  return sessionIdOf(token)
}
