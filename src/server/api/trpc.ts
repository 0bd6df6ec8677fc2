import { randomUUID } from 'node:crypto'
import { initTRPC, type TRPCError, type TRPCProcedureType } from '@trpc/server'
import type { Actor, ClientInfo } from '~/server/platform/audit/record-audit'
import { takeCall } from '~/server/identity/auth/caller-limits'
import { noCookies, type CookieJar } from '~/server/identity/auth/cookie-jar'
import {
  adminsOnly,
  needsEnrollment,
  needsSecondFactor,
  noSession,
  mfaPending,
  readSession,
  type Viewer,
  actorOf,
} from '~/server/identity/auth/read-session'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { requireScope } from '~/server/identity/auth/scopes'
import { readKey } from '~/server/identity/keys/read-key'
import { codedError } from '~/server/platform/errors'
import type { AccessToken } from '~/server/identity/auth/tokens'
import { metrics } from '~/server/platform/metrics/metrics'
import { currentRequestId } from '~/server/platform/request-scope'
import { inSpan, recordFailure } from '~/server/platform/tracing/tracing'
import { hasKey, newChange } from '~/server/platform/outbox/email-change'
import { getServices, type Services } from '~/server/services'
import { trpcStreamOptions } from '~/server/platform/streams/streams'
import { inputErrors, isUnavailable, publicError } from './errors'
import type { ProcedureMeta } from './procedure-meta'
import { transformer } from './transformer'

export type TokenProof = Pick<AccessToken, 'aal' | 'amr' | 'keyId'>

interface CallCookie {
  version: number
  renew: () => Promise<void>
}

export interface Context extends Services {
  requestId: string
  /** Not trusted by itself: guarded calls read the session from the database. */
  sessionId: string | null
  apiKey: string | null
  /** Claims of the call's access token, null for a cookie. A session proven again needs a new token. */
  token: TokenProof | null
  cookie: CallCookie | null
  /** The page makes the call by itself, which does not count as use of the session. */
  isBackground: boolean
  /** Answers also name the emails of a change (`CHANGE_EMAILS_HEADER`). */
  namesLetters: boolean
  client: ClientInfo
  cookies: CookieJar
  actor: Actor
}

export interface InnerContextOptions {
  services?: Services
  apiKey?: string | null
  sessionId?: string | null
  token?: TokenProof | null
  cookie?: CallCookie | null
  isBackground?: boolean
  namesLetters?: boolean
  requestId?: string
  client?: ClientInfo
  cookies?: CookieJar
}

/**
 * The context without a request, for `createCaller` and calls inside the server.
 * @see https://trpc.io/docs/v11/server/context#inner-and-outer-context
 */
export function createInnerTRPCContext({
  services = getServices(),
  apiKey = null,
  sessionId = null,
  token = null,
  cookie = null,
  isBackground = false,
  namesLetters = false,
  requestId = randomUUID(),
  client = { ip: null, userAgent: null },
  cookies = noCookies,
}: InnerContextOptions = {}): Context {
  // Lines logged within the request have its id already.
  const log = requestId === currentRequestId() ? services.log : services.log.child({ requestId })
  const actor = { userId: null, email: null, ...client, requestId }
  return { ...services, log, apiKey, sessionId, token, cookie, isBackground, namesLetters, requestId, client, cookies, actor }
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error, ctx }) => publicError(shape, error, ctx?.requestId),
    sse: trpcStreamOptions,
  })

export const createTRPCRouter = t.router
export const createCallerFactory = t.createCallerFactory

const outcomeOf = (error: TRPCError) => (isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : error.code)

/** Logs, measures and traces a call by its name and outcome, never its input. */
const logged = t.middleware(async ({ ctx, path, type, next }) => {
  const started = performance.now()
  const result = await inSpan(path, { attributes: { 'rpc.system': 'trpc', 'rpc.method': path, 'shop.call.type': type } }, async (span) => {
    const result = await next()
    span.setAttribute('shop.call.outcome', result.ok ? 'ok' : outcomeOf(result.error))
    if (!result.ok && result.error.code === 'INTERNAL_SERVER_ERROR') recordFailure(span, result.error.cause ?? result.error)
    return result
  })
  const ms = performance.now() - started
  metrics().calls.observe({ path, type, outcome: result.ok ? 'ok' : outcomeOf(result.error) }, ms / 1000)
  const line = { path, type, ms: Math.round(ms) }
  if (result.ok) ctx.log.debug(line, 'call')
  else if (isUnavailable(result.error)) ctx.log.warn({ ...line, err: result.error.cause }, 'call refused: the database is away')
  else if (result.error.code === 'INTERNAL_SERVER_ERROR') ctx.log.error({ ...line, err: result.error.cause ?? result.error }, 'call failed')
  else
    ctx.log.info({ ...line, outcome: result.error.code, fields: Object.keys(inputErrors(result.error)?.fieldErrors ?? {}) }, 'call refused')
  return result
})

export const publicProcedure = t.procedure.meta({ access: 'public' }).use(logged)

/** An access token keeps the level that its session had when it was issued. */
export const asTokenSays = (session: Viewer, token: TokenProof | null): Viewer =>
  token ? { ...session, aal: token.aal === 'aal1' ? 'aal1' : session.aal, amr: token.amr } : session

/** Adds the caller if a session meets all that the account asks for, else null. */
const withVisitor = t.middleware(async ({ ctx, path, next }) => {
  const session = await readSession(ctx, ctx.sessionId, { cookieVersion: ctx.cookie?.version, keyId: ctx.token?.keyId })
  const viewer = session && asTokenSays(session, ctx.token)
  if (!viewer || mfaPending(viewer) || viewer.mustEnroll) return next({ ctx: { viewer: null, procedure: path } })
  return next({ ctx: { viewer, actor: actorOf(viewer, ctx.client, ctx.requestId), procedure: path } })
})

export const visitorProcedure = publicProcedure.use(withVisitor)

/** @throws if it is not met */
type Demand = (call: { ctx: Context; type: TRPCProcedureType; path: string }, viewer: Viewer) => Promise<void> | void

async function sessionViewer(ctx: Context, counts: boolean): Promise<Viewer | null> {
  const session = await readSession(ctx, ctx.sessionId, { cookieVersion: ctx.cookie?.version, keyId: ctx.token?.keyId, counts })
  return session && asTokenSays(session, ctx.token)
}

const noKeys = () => codedError('FORBIDDEN', 'api_key_refused', 'API keys make calls of administrators only, and open no streams.')

/** Admits a session that meets all demands, in order. One middleware for all of them, since tRPC copies the context for each. */
const guard = (...demands: readonly Demand[]) =>
  t.middleware(async ({ ctx, type, path, next }) => {
    // An open stream does not count as use of the session.
    const counts = type !== 'subscription' && !ctx.isBackground
    const viewer = ctx.apiKey === null ? await sessionViewer(ctx, counts) : await readKey(ctx, ctx.apiKey, ctx.client)
    if (!viewer) throw noSession()
    if (viewer.apiKey && (!demands.includes(administrator) || type === 'subscription')) throw noKeys()
    for (const demand of demands) await demand({ ctx, type, path }, viewer)
    // Reads current limits even when the change feed is down.
    return next({ ctx: { ...(await ctx.policies.fresh()), viewer, actor: actorOf(viewer, ctx.client, ctx.requestId), procedure: path } })
  })

const secondFactor: Demand = (_call, viewer) => {
  if (mfaPending(viewer)) throw needsSecondFactor()
}

const enrolled: Demand = (_call, { mustEnroll }) => {
  if (mustEnroll) throw needsEnrollment()
}

/** Runs after the second factor: a stolen password alone must not spend the owner's changes. */
const withinLimits: Demand = ({ ctx, type }, viewer) => takeCall(ctx.limits, viewer, { isChange: type === 'mutation' })

const administrator: Demand = ({ type, path }, viewer) => {
  if (viewer.role !== 'admin') throw adminsOnly()
  const [router = ''] = path.split('.')
  requireScope(viewer, router, type === 'mutation' ? 'write' : 'read')
}

/** Any valid session, even one that owes its second factor, for answering it and signing out. tests/api/access-matrix.ts lists these. */
export const sessionProcedure = publicProcedure.meta({ access: 'session' }).use(guard())

/** Also for administrators who must add a second factor before anything else (REQUIRE_ADMIN_MFA). */
export const enrollingProcedure = publicProcedure.meta({ access: 'enrolling' }).use(guard(secondFactor))

export const signedInProcedure = publicProcedure.meta({ access: 'signed in' }).use(guard(secondFactor, enrolled, withinLimits))

/** One change for each call. Its answer names queued and recalled emails as `letters` on request (docs/decisions/014). */
const namingEmails = t.middleware(async ({ ctx, type, path, getRawInput, next }) => {
  if (type !== 'mutation') return next()
  const input = await getRawInput()
  const change = newChange(ctx.actor.userId, path, input)
  const outbox = ctx.outbox.of(change)
  const result = await next({ ctx: { outbox, actor: { ...ctx.actor, changeId: change.id } } })
  if (!ctx.namesLetters || !result.ok || typeof result.data !== 'object' || result.data === null) return result
  // A repeated answer names the waiting emails again.
  if (change.waiting.size === 0 && hasKey(input)) await outbox.remind(ctx.db.prisma, change)
  const letters = outbox.emailsOf(change)
  return letters === undefined ? result : { ...result, data: { ...result.data, letters } }
})

/** The role is read from the database at every call (requirements §6). */
export const protectedAdminProcedure = publicProcedure
  .meta({ access: 'administrator' })
  .use(guard(secondFactor, enrolled, withinLimits, administrator))
  .use(namingEmails)

/** Needs a proof of the last ten minutes, against stolen sessions (docs/decisions/010). */
export const provenAdminProcedure = protectedAdminProcedure.meta({ recentProof: true }).use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})
