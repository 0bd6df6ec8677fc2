import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'

export const TOO_LARGE = 'The request is too large: a call may have 64 kB, and an administrator’s call on many rows 1 MB.'

export const SEND_JSON = 'Send JSON: Content-Type must be application/json.'

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  try {
    return new URL(origin).host === host || origin === new URL(publicUrl).origin
  } catch {
    return false
  }
}

export function foreignOrigin(req: IncomingMessage, publicUrl: string): TRPCError | null {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  const foreign =
    (origin !== undefined && !isOwnOrigin(origin, host, publicUrl)) || (site !== undefined && site !== 'same-origin' && site !== 'none')
  return foreign ? new TRPCError({ code: 'FORBIDDEN', message: 'This request comes from another site.' }) : null
}

/**
 * Refuses other sites' requests (a plain HTML form could run a mutation without input), anything but JSON, and oversized bodies before a
 * call is parsed. Programs send neither Origin nor Sec-Fetch-Site and pass.
 * @param largest bytes
 */
export function refusal(req: IncomingMessage, publicUrl: string, largest: number): TRPCError | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null
  const foreign = foreignOrigin(req, publicUrl)
  if (foreign) return foreign
  const { 'content-type': type, 'content-length': length } = req.headers
  if (!/^application\/json\b/i.test(type ?? '')) {
    return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: SEND_JSON })
  }
  if (Number(length ?? 0) > largest) {
    return new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: TOO_LARGE })
  }
  return null
}
