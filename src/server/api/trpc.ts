import { randomUUID } from 'node:crypto'
import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import type { Actor, ClientInfo } from '~/server/audit/record'
import type { AssuranceLevel } from '~/contracts/account'
import { adminsOnly, authError } from '~/server/auth/auth-error'
import { owesFactor, readSession, type Viewer } from '~/server/auth/sessions'
import { noSession } from '~/server/auth/tokens'
import type { Submission } from '~/server/db/once'
import { metrics } from '~/server/metrics/metrics'
import { currentRequestId } from '~/server/request-scope'
import { getServices, type Services } from '~/server/services'
import { CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS } from '~/server/streams/rhythm'
import { inputFaults, isUnavailable, publicError } from './errors'

/** What every call has: the services, and whose session it is made in. */
export interface Context extends Services {
  requestId: string
  /** Not trusted by itself: guarded calls read the session from the database. */
  sessionId: string | null
  /** What the call's access token claims; a session that was raised since needs a new token. Null for a cookie. */
  tokenAal: AssuranceLevel | null
  /** Where the call comes from. */
  client: ClientInfo
}

export interface InnerContextOptions {
  services?: Services
  sessionId?: string | null
  tokenAal?: AssuranceLevel | null
  requestId?: string
  client?: ClientInfo
}

/**
 * The context without a request: for tests through `createCaller` and for calls inside the server.
 * @see https://trpc.io/docs/v11/server/context#inner-and-outer-context
 */
export function createInnerTRPCContext({
  services = getServices(),
  sessionId = null,
  tokenAal = null,
  requestId = randomUUID(),
  client = { ip: null, userAgent: null },
}: InnerContextOptions = {}): Context {
  // The lines of a request have its id already.
  const log = requestId === currentRequestId() ? services.log : services.log.child({ requestId })
  return { ...services, log, sessionId, tokenAal, requestId, client }
}

/** Who makes a guarded call, for the audit log. */
export const actorOf = ({ viewer, client, requestId }: Pick<Context, 'client' | 'requestId'> & { viewer: Viewer }): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  ...client,
  requestId,
})

/** A creating call of somebody signed in, as `once` takes it. */
export const submissionOf = (
  { viewer, now }: Pick<Context, 'now'> & { viewer: Viewer },
  procedure: string,
  key: string | undefined,
  input: object,
): Submission => ({ caller: viewer.userId, key, procedure, input, now: now() })

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  errorFormatter: ({ shape, error, ctx }) => publicError(shape, error, ctx?.requestId),
  sse: {
    ping: { enabled: true, intervalMs: PING_MS },
    maxDurationMs: LONGEST_STREAM_MS,
    client: CLIENT_OPTIONS,
  },
})

export const createTRPCRouter = t.router
export const createCallerFactory = t.createCallerFactory

/** One log line for each call, and its time in the metrics: its name and outcome, never its input. */
const logged = t.middleware(async ({ ctx, path, type, next }) => {
  const started = performance.now()
  const result = await next()
  const ms = performance.now() - started
  metrics().calls.observe(
    { path, type, outcome: result.ok ? 'ok' : isUnavailable(result.error) ? 'SERVICE_UNAVAILABLE' : result.error.code },
    ms / 1000,
  )
  const line = { path, type, ms: Math.round(ms) }
  if (result.ok) ctx.log.debug(line, 'call')
  else if (isUnavailable(result.error)) ctx.log.warn({ ...line, err: result.error.cause }, 'call refused: the database is away')
  else if (result.error.code === 'INTERNAL_SERVER_ERROR') ctx.log.error({ ...line, err: result.error.cause ?? result.error }, 'call failed')
  else
    ctx.log.info({ ...line, outcome: result.error.code, fields: Object.keys(inputFaults(result.error)?.fieldErrors ?? {}) }, 'call refused')
  return result
})

/** Anyone may call. */
export const publicProcedure = t.procedure.use(logged)

const signedIn = t.middleware(async ({ ctx, next }) => {
  const session = await readSession(ctx, ctx.sessionId)
  if (!session) throw noSession()
  const viewer: Viewer = ctx.tokenAal === 'aal1' ? { ...session, aal: 'aal1' } : session
  return next({ ctx: { viewer } })
})

/** Anyone with a session that the database still knows. */
export const signedInProcedure = publicProcedure.use(signedIn)

/** Administrators alone, with their second factor if they have one; the role is read from the database at every call (spec §6). */
export const protectedAdminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.viewer.role !== 'admin') throw adminsOnly()
  if (owesFactor(ctx.viewer)) throw authError('FORBIDDEN', 'insufficient_aal', 'Please enter the code of your second factor first.')
  return next()
})
