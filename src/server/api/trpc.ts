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
  /** The cookie's version. */
  version: number
  renew: () => Promise<void>
}

export interface Context extends Services {
  requestId: string
  /** Not trusted by itself: guarded calls read the session from the database. */
  sessionId: string | null
  /** The API key that a program calls with; the guard asks the database if it counts. */
  apiKey: string | null
  /** The claims of the call's access token; a session proven again since needs a new token. Null for a cookie. */
  token: TokenProof | null
  /** The browser's cookie, and how it gets the session's next one. */
  cookie: CallCookie | null
  /** The page makes the call by itself, which does not count as use of the session. */
  isBackground: boolean
  /** Answers name the emails of a change too (`CHANGE_EMAILS_HEADER`). */
  namesLetters: boolean
  /** The origin of the call. */
  client: ClientInfo
  cookies: CookieJar
  /** The actor in the audit log; nobody until a guard has found out. */
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
 * The context without a request: for tests through `createCaller` and calls inside the server.
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
  // The lines of a request have its id already.
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

/** One log line for each call, its time in the metrics, and its span: its name and outcome, never its input. */
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

/** Anyone may call. */
export const publicProcedure = t.procedure.meta({ access: 'public' }).use(logged)

/** A token from before the session was raised or proven again keeps the worth that it had then. */
export const asTokenSays = (session: Viewer, token: TokenProof | null): Viewer =>
  token ? { ...session, aal: token.aal === 'aal1' ? 'aal1' : session.aal, amr: token.amr } : session

/** Adds the caller if somebody is signed in with all that the account asks for; else null. */
const withVisitor = t.middleware(async ({ ctx, path, next }) => {
  const session = await readSession(ctx, ctx.sessionId, { cookieVersion: ctx.cookie?.version, keyId: ctx.token?.keyId })
  const viewer = session && asTokenSays(session, ctx.token)
  if (!viewer || mfaPending(viewer) || viewer.mustEnroll) return next({ ctx: { viewer: null, procedure: path } })
  return next({ ctx: { viewer, actor: actorOf(viewer, ctx.client, ctx.requestId), procedure: path } })
})

/** Anyone may call; the effect depends on who is signed in. */
export const visitorProcedure = publicProcedure.use(withVisitor)

/** A condition on a caller beyond a session. @throws if it is not met */
type Demand = (call: { ctx: Context; type: TRPCProcedureType; path: string }, viewer: Viewer) => Promise<void> | void

async function sessionViewer(ctx: Context, counts: boolean): Promise<Viewer | null> {
  const session = await readSession(ctx, ctx.sessionId, { cookieVersion: ctx.cookie?.version, keyId: ctx.token?.keyId, counts })
  return session && asTokenSays(session, ctx.token)
}

const noKeys = () => codedError('FORBIDDEN', 'api_key_refused', 'API keys make calls of administrators only, and open no streams.')

/**
 * Admits a valid session that meets all demands, in their order. One guard for all of them: tRPC copies the context for each middleware,
 * and its knowledge of the call.
 */
const guard = (...demands: readonly Demand[]) =>
  t.middleware(async ({ ctx, type, path, next }) => {
    // An open stream does not count as use of the session.
    const counts = type !== 'subscription' && !ctx.isBackground
    const viewer = ctx.apiKey === null ? await sessionViewer(ctx, counts) : await readKey(ctx, ctx.apiKey, ctx.client)
    if (!viewer) throw noSession()
    if (viewer.apiKey && (!demands.includes(administrator) || type === 'subscription')) throw noKeys()
    for (const demand of demands) await demand({ ctx, type, path }, viewer)
    // Limits count as they are now, also where the change feed is away.
    return next({ ctx: { ...(await ctx.policies.fresh()), viewer, actor: actorOf(viewer, ctx.client, ctx.requestId), procedure: path } })
  })

const secondFactor: Demand = (_call, viewer) => {
  if (mfaPending(viewer)) throw needsSecondFactor()
}

const enrolled: Demand = (_call, { mustEnroll }) => {
  if (mustEnroll) throw needsEnrollment()
}

/** Comes after the second factor: somebody with the password alone must not spend the owner's changes. */
const withinLimits: Demand = ({ ctx, type }, viewer) => takeCall(ctx.limits, viewer, { isChange: type === 'mutation' })

const administrator: Demand = ({ type, path }, viewer) => {
  if (viewer.role !== 'admin') throw adminsOnly()
  const [router = ''] = path.split('.')
  requireScope(viewer, router, type === 'mutation' ? 'write' : 'read')
}

/**
 * Any valid session, even one that owes its second factor: for answering it, and for signing out. tests/api/access-matrix.ts lists these.
 */
export const sessionProcedure = publicProcedure.meta({ access: 'session' }).use(guard())

/** Also administrators who must add a second factor before anything else (REQUIRE_ADMIN_MFA): for adding one. */
export const enrollingProcedure = publicProcedure.meta({ access: 'enrolling' }).use(guard(secondFactor))

/** Anyone who is signed in, with the second factor if there is one. */
export const signedInProcedure = publicProcedure.meta({ access: 'signed in' }).use(guard(secondFactor, enrolled, withinLimits))

/**
 * An administrator's call is one change. The answer names the emails that it writes to customers or recalls, as `letters`
 * (contracts/change-emails.ts), to callers that ask for them; procedures need not know (docs/decisions/014).
 */
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

/** Administrators alone; the role is read from the database at every call (requirements §6). */
export const protectedAdminProcedure = publicProcedure
  .meta({ access: 'administrator' })
  .use(guard(secondFactor, enrolled, withinLimits, administrator))
  .use(namingEmails)

/** Keeps stolen sessions out: asks for a proof of the last ten minutes (docs/decisions/010). */
export const provenAdminProcedure = protectedAdminProcedure.meta({ recentProof: true }).use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})
