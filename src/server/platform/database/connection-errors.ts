import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

const databaseError = z.object({
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  column: z.string().optional(),
  hint: z.string().optional(),
})

/** Serialization failure and deadlock: PostgreSQL aborted the transaction in favour of another. */
const WRITE_CONFLICT = new Set(['40001', '40P01'])

export function asAdapterError(error: unknown): unknown {
  const parsed = databaseError.safeParse(error)
  if (!parsed.success) return error
  const { code, severity, message, detail, column, hint } = parsed.data
  if (WRITE_CONFLICT.has(code)) return new DriverAdapterError({ kind: 'TransactionWriteConflict' })
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}

const UNIQUE_VIOLATION = '23505'

export function isTaken(error: unknown): boolean {
  if (!(error instanceof DriverAdapterError)) return false
  const { cause } = error
  return cause.kind === 'UniqueConstraintViolation' || (cause.kind === 'postgres' && cause.code === UNIQUE_VIOLATION)
}

/** SQLSTATE classes: connection (08), resources such as a full disk (53), stopped by an operator (57P), faults of the machine (58). */
const UNAVAILABLE_STATE = /^(08\d\w{2}|53\w{3}|57P\w{2}|58\w{3}|XX000|25006)$/

/** A pooler's code for an unreachable server. A server itself reports it as ERROR about one statement. */
const POOLER_STATE = '08P01'
const POOLER_SEVERITY = 'FATAL'

/** Prisma's codes: unreachable, timed out, closed, pool or transaction timed out, too many connections. */
const UNAVAILABLE_CODE = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037'])

const UNAVAILABLE_KIND = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'])

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

const DEEPEST = 8

export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  const parsed = depth < DEEPEST ? failure.safeParse(error) : undefined
  if (!parsed?.success) return false
  const { code = '', kind = '', originalCode = '', severity = '', message = '', cause, meta } = parsed.data
  if (UNAVAILABLE_CODE.has(code) || UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_KIND.has(kind)) return true
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_STATE.test(originalCode) || UNAVAILABLE_MESSAGES.test(message)) return true
  if ([code, originalCode].includes(POOLER_STATE) && severity === POOLER_SEVERITY) return true
  // The embedded engine is WebAssembly, and does not recover from its own fault.
  if (error instanceof WebAssembly.RuntimeError) return true
  return isDatabaseUnavailable(cause, depth + 1) || isDatabaseUnavailable(meta?.driverAdapterError, depth + 1)
}

/** Prisma's code and the adapters' kind for `WRITE_CONFLICT`. */
const CONFLICT_NAMES = new Set([...WRITE_CONFLICT, 'P2034', 'TransactionWriteConflict'])

export function isWriteConflict(error: unknown, depth = 0): boolean {
  const parsed = depth < DEEPEST ? failure.safeParse(error) : undefined
  if (!parsed?.success) return false
  const { code = '', kind = '', originalCode = '', cause, meta } = parsed.data
  if ([code, kind, originalCode].some((name) => CONFLICT_NAMES.has(name))) return true
  return isWriteConflict(cause, depth + 1) || isWriteConflict(meta?.driverAdapterError, depth + 1)
}
