import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'

export const LARGEST_BODY = 1024 * 1024

/** Whether an Origin is this site: the address it was asked at, or its public address. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  try {
    return new URL(origin).host === host || origin === new URL(publicUrl).origin
  } catch {
    return false
  }
}

/**
 * What is refused before a call is looked at: another site's page posting with the visitor's cookie
 * (tRPC itself would run a mutation without input from a plain HTML form), anything but JSON, and
 * oversized bodies. Programs send neither Origin nor Sec-Fetch-Site and pass.
 * @returns the error to answer with, or null
 */
export function refusal(req: IncomingMessage, publicUrl: string): TRPCError | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null
  const { origin, host, 'sec-fetch-site': site, 'content-type': type, 'content-length': length } = req.headers
  if (origin !== undefined && !isOwnOrigin(origin, host, publicUrl)) {
    return new TRPCError({ code: 'FORBIDDEN', message: 'This request comes from another site.' })
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return new TRPCError({ code: 'FORBIDDEN', message: 'This request comes from another site.' })
  }
  if (!/^application\/json\b/i.test(type ?? '')) {
    return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send JSON: Content-Type must be application/json.' })
  }
  if (Number(length ?? 0) > LARGEST_BODY) {
    return new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than 1 MB.' })
  }
  return null
}
