import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

/** What both drivers tell of a failure that PostgreSQL reported. */
const databaseError = z.object({
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  column: z.string().optional(),
  hint: z.string().optional(),
})

/** A failure that PostgreSQL reported, in the form that Prisma understands; anything else as it was. */
export function asAdapterError(error: unknown): unknown {
  const parsed = databaseError.safeParse(error)
  if (!parsed.success) return error
  const { code, severity, message, detail, column, hint } = parsed.data
  if (code === '40001') return new DriverAdapterError({ kind: 'TransactionWriteConflict' })
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}

/** Whether a failure means that the database cannot be reached or cannot work now, rather than that a statement was wrong. */

/** PostgreSQL's classes of such failures: connection (08), resources such as a full disk (53), an operator's stop (57P), the machine's faults (58). */
const UNAVAILABLE_STATE = /^(08\d\w{2}|53\w{3}|57P\w{2}|58\w{3}|XX000|25006)$/

/** What a pooler says for a server that it cannot reach; from a server itself it is an ERROR about one statement. */
const POOLER_STATE = '08P01'
const POOLER_SEVERITY = 'FATAL'

/** Prisma's: not reachable, timed out, closed, pool or transaction waited for in vain, too many connections. */
const UNAVAILABLE_CODE = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037'])

/** The adapters' (node_modules/@prisma/driver-adapter-utils). */
const UNAVAILABLE_KIND = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'])

/** Of sockets. */
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The drivers (pg, PGlite) have no codes for these. */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Connection ended|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after|PGlite (is closed|failed))/

const failure = z.object({
  code: z.string().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  severity: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional().catch(undefined),
})

/** Errors wrap errors; no honest chain is longer. */
const DEEPEST = 8

/** Looks through the whole chain of causes. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  const parsed = depth < DEEPEST ? failure.safeParse(error) : undefined
  if (!parsed?.success) return false
  const { code = '', kind = '', originalCode = '', severity = '', message = '', cause, meta } = parsed.data
  if (UNAVAILABLE_CODE.has(code) || UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_KIND.has(kind)) return true
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_STATE.test(originalCode) || UNAVAILABLE_MESSAGES.test(message)) return true
  if ([code, originalCode].includes(POOLER_STATE) && severity === POOLER_SEVERITY) return true
  // The embedded engine is WebAssembly: after a fault of its own it answers nothing more.
  if (error instanceof WebAssembly.RuntimeError) return true
  return isDatabaseUnavailable(cause, depth + 1) || isDatabaseUnavailable(meta?.driverAdapterError, depth + 1)
}
