import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'

/** kB and MB as people count them; body-limit.ts has the numbers. */
export const TOO_LARGE = 'The request is too large: a call may have 64 kB, and an administrator’s call on many rows 1 MB.'

export const SEND_JSON = 'Send JSON: Content-Type must be application/json.'

/** True if an Origin is this site, by the requested host or the public address. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  try {
    return new URL(origin).host === host || origin === new URL(publicUrl).origin
  } catch {
    return false
  }
}

/** Refuses a request that another site's page makes with the visitor's cookie; null for any other. */
export function foreignOrigin(req: IncomingMessage, publicUrl: string): TRPCError | null {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  const foreign =
    (origin !== undefined && !isOwnOrigin(origin, host, publicUrl)) || (site !== undefined && site !== 'same-origin' && site !== 'none')
  return foreign ? new TRPCError({ code: 'FORBIDDEN', message: 'This request comes from another site.' }) : null
}

/**
 * Refuses before a call is parsed: requests of another site's page with the visitor's cookie (tRPC would run a mutation without input from
 * a plain HTML form), anything but JSON, and oversized bodies. Programs send neither Origin nor Sec-Fetch-Site and pass.
 * @param largest bytes of the call's body
 * @returns the error to answer with, or null
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
