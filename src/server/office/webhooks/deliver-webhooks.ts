import * as z from 'zod'
import { MOST_ADMINISTRATORS } from '~/contracts/cases/cases'
import { ANSWER_LENGTH, TRIED_HOURS } from '~/contracts/office/webhooks'
import type { Prisma, WebhookEndpoint } from '~/generated/prisma/client'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { DAY_OF_PAUSES } from '~/server/platform/outbox/send-messages'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { JobError } from '~/server/platform/errors'
import type { JobKind } from '~/server/platform/jobs/consumer'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { metrics } from '~/server/platform/metrics/metrics'
import { postToStranger, type StrangerRules, type StrangersAnswer } from '~/server/platform/network/post-to-stranger'
import { decrypt } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { WEBHOOK_SUBJECT } from './endpoints'
import { mayBeSent, whyStopped, withAnswering } from './event-access'
import { SECRET_PURPOSE, signedHeaders } from './signature'

/** A trigger of the messages' table posts its jobs. */
export const WEBHOOK_QUEUE = 'webhooks'

const HOUR_MS = 60 * 60 * 1000
/** Milliseconds that a failing endpoint rests, so that it does not keep others waiting. */
const REST_MS = 60 * 1000
/** The last try is the first after 24 hours; the extra pauses allow for clocks that differ. */
const PAUSES = [...DAY_OF_PAUSES, 600, 600, 600]
/** Ends before the job expires (`expire_seconds` in prisma/migrations: 30). */
const TRY_SECONDS = 25
const AT_ONCE = 10
const GONE = 410

interface Deps extends Pick<Services, 'db' | 'log' | 'now' | 'secret' | 'outbox' | 'siteUrl'> {
  rules: StrangerRules
}
const include = { endpoint: { include: withAnswering } } as const
type Message = Prisma.WebhookMessageGetPayload<{ include: typeof include }>

/** Thin: receivers ask the API for more, with their own rights. */
const bodyOf = ({ type, occurredAt, subjectId, subjectVersion }: Omit<Message, 'endpoint'>) =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data: { id: subjectId, version: subjectVersion } })

/** Without NUL and lone surrogates, which the database refuses. */
const keptAnswer = (body: string) =>
  body
    .slice(0, ANSWER_LENGTH)
    .replaceAll('\0', '')
    .replaceAll(/\p{Surrogate}/gu, '')

function secretsOf({ secret: sealed, formerSecret, formerUntil }: WebhookEndpoint, { now, secret }: Deps): string[] {
  const former = formerSecret !== null && formerUntil !== null && formerUntil > now() ? [formerSecret] : []
  try {
    return [sealed, ...former].map((one) => decrypt(secret, SECRET_PURPOSE, one))
  } catch {
    // Changed, or encrypted with another installation's secret.
    throw new JobError('unreadable_secret')
  }
}

async function send({ endpoint, ...message }: Message, deps: Deps): Promise<StrangersAnswer> {
  const body = bodyOf(message)
  const signed = signedHeaders(secretsOf(endpoint, deps), message.id, deps.now(), body)
  const headers = { ...signed, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return postToStranger(endpoint.url, { headers, body }, deps.rules)
}

/** Disables and notifies once, unless the endpoint has changed since. */
async function disable(tx: Prisma.TransactionClient, { id, url, version }: WebhookEndpoint, because: string, deps: Deps): Promise<void> {
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { id, version, isEnabled: true },
    data: { isEnabled: false, disabledBecause: because },
  })
  if (count === 0) return
  const system = { userId: null, email: null }
  await recordAudit(tx, system, { action: 'webhook.disabled', subjectType: WEBHOOK_SUBJECT, subjectId: id, after: { url, because } })
  const administrators = await tx.user.findMany({
    where: { profile: { role: 'admin' } },
    select: recipientFields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_ADMINISTRATORS,
  })
  for (const administrator of administrators) {
    await queueEmail(tx, deps, (branding) =>
      renderEmail(branding, {
        ...recipientOf(administrator),
        subject: `A webhook of ${branding.companyName} was disabled`,
        before: [`The webhook to ${url} was disabled. ${because}`, 'The program behind it is no longer told of changes.'],
        link: { label: 'Look at the webhooks', href: `${branding.siteUrl}/admin/integrations` },
        after: ['Its log lists what was not delivered. Once you have enabled the webhook again, you can send these again from there.'],
      }),
    )
  }
}

interface Failure {
  fault: string
  answer?: StrangersAnswer
}

/** @returns true if it was the last attempt */
function noteFailure({ endpoint, ...message }: Message, { fault, answer }: Failure, deps: Deps): Promise<boolean> {
  const at = deps.now()
  const dayAgo = new Date(at.getTime() - TRIED_HOURS * HOUR_MS)
  const isGone = answer?.status === GONE
  const isLast = isGone || (message.dueSince !== null && message.dueSince <= dayAgo)
  return deps.db.prisma.$transaction(async (tx) => {
    // Another process may have sent it meanwhile.
    const { count } = await tx.webhookMessage.updateMany({
      where: { id: message.id, state: 'waiting' },
      data: {
        state: isLast ? 'failed' : 'waiting',
        dueSince: message.dueSince ?? at,
        tries: { increment: 1 },
        triedAt: at,
        status: answer?.status ?? null,
        answer: answer ? keptAnswer(answer.body) : null,
        fault,
      },
    })
    if (count === 0) return true
    const [state] = await tx.$queryRaw<{ failingSince: Date }[]>`
      UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ${at}), rests_until = ${new Date(at.getTime() + REST_MS)}
      WHERE id = ${endpoint.id}::uuid RETURNING failing_since AS "failingSince"`
    if (isGone) await disable(tx, endpoint, 'It answered that it is gone for good (410).', deps)
    else if (isLast && state && state.failingSince <= dayAgo)
      await disable(tx, endpoint, `Nothing has come through for ${TRIED_HOURS} hours.`, deps)
    return isLast
  })
}

async function noteSuccess({ endpoint, id }: Message, { status, body }: StrangersAnswer, { db, now }: Deps): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const answered = { status, answer: keptAnswer(body), fault: null }
    await tx.webhookMessage.updateMany({
      where: { id },
      data: { ...answered, state: 'delivered', tries: { increment: 1 }, triedAt: now() },
    })
    if (endpoint.failingSince !== null || endpoint.restsUntil !== null) {
      await tx.webhookEndpoint.updateMany({ where: { id: endpoint.id }, data: { failingSince: null, restsUntil: null } })
    }
  })
}

const fail = (db: Pick<Prisma.TransactionClient, 'webhookMessage'>, id: string, fault: 'disabled' | 'not_readable') =>
  db.webhookMessage.updateMany({ where: { id, state: 'waiting' }, data: { state: 'failed', fault } })

async function isDue({ endpoint, ...message }: Message, deps: Deps): Promise<boolean> {
  const { db, now } = deps
  if (message.state !== 'waiting') return false
  if (!endpoint.isEnabled) {
    await fail(db.prisma, message.id, 'disabled')
    return false
  }
  const because = whyStopped(endpoint)
  if (because !== null || !mayBeSent(endpoint, message.type)) {
    await db.prisma.$transaction(async (tx) => {
      await fail(tx, message.id, 'not_readable')
      if (because !== null) await disable(tx, endpoint, because, deps)
    })
    return false
  }
  const at = now()
  const isLast = message.dueSince !== null && at.getTime() - message.dueSince.getTime() >= TRIED_HOURS * HOUR_MS
  if (isLast || endpoint.restsUntil === null || endpoint.restsUntil <= at) return true
  // It rests with the endpoint: its 24 hours run.
  if (message.dueSince === null) await db.prisma.webhookMessage.updateMany({ where: { id: message.id }, data: { dueSince: at } })
  throw new JobError('resting')
}

/** By Standard Webhooks (docs/decisions/029); anything but 2xx has failed, a redirect too. */
export const webhookKind = (deps: Deps): JobKind<{ id: string }> => ({
  name: WEBHOOK_QUEUE,
  data: z.object({ id: z.guid() }),
  atOnce: AT_ONCE,
  seconds: TRY_SECONDS,
  pauses: PAUSES,
  async run({ data: { id } }) {
    const message = await deps.db.prisma.webhookMessage.findUnique({ where: { id }, include })
    // Removed with its endpoint, or sent by a process that died before recording it.
    if (!message || !(await isDue(message, deps))) return
    const outcome = await send(message, deps).catch((error: unknown) => {
      if (error instanceof JobError) return { fault: error.reason }
      throw error
    })
    if ('status' in outcome && outcome.status >= 200 && outcome.status <= 299) {
      await noteSuccess(message, outcome, deps)
      metrics().deliveries.inc({ result: 'delivered' })
      return
    }
    const failure = 'status' in outcome ? { fault: `HTTP ${outcome.status}`, answer: outcome } : outcome
    const isLast = await noteFailure(message, failure, deps)
    metrics().deliveries.inc({ result: isLast ? 'failed' : 'retried' })
    throw new JobError(failure.fault, isLast)
  },
})
