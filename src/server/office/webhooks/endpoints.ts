import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { allows } from '~/contracts/identity/api-keys'
import {
  FORMER_SECRET_HOURS,
  MOST_ENDPOINTS,
  storedEvents,
  webhookEvents,
  type CreatedWebhook,
  type createWebhookInput,
  type updateWebhookInput,
  type Webhook,
  type WebhookEvent,
} from '~/contracts/office/webhooks'
import type { Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { lockDecider } from '~/server/identity/users/second-administrator'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError, JobError } from '~/server/platform/errors'
import { allowedAddresses, type StrangerRules } from '~/server/platform/network/post-to-stranger'
import { encrypt } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { newSecret, SECRET_PURPOSE } from './signature'

const HOUR_MS = 60 * 60 * 1000
const webhook = { one: 'webhook', table: 'webhook_endpoints' } as const
/** Of the audit log. */
export const WEBHOOK_SUBJECT = 'webhook'

const include = { creator: { select: { email: true } } } as const
type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof include }>

const toWebhook = (row: Row, at: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: storedEvents.parse(row.events),
  isEnabled: row.isEnabled,
  disabledBecause: row.isEnabled ? null : row.disabledBecause,
  failingSince: row.failingSince,
  formerUntil: row.formerUntil && row.formerUntil > at ? row.formerUntil : null,
  createdBy: row.creator?.email ?? null,
  createdAt: row.createdAt,
  version: row.version,
})

/** The endpoints of the shop, the newest first. */
export async function listWebhooks({ db, now }: Pick<Services, 'db' | 'now'>): Promise<Webhook[]> {
  const rows = await db.prisma.webhookEndpoint.findMany({
    include,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ENDPOINTS * 2,
  })
  return rows.map((row) => toWebhook(row, now()))
}

/** @throws BAD_REQUEST for http, and for an address that is not public */
async function mustLeadOut(url: string, rules: StrangerRules): Promise<void> {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && !rules.allowsHttp) {
    throw fieldError('validation_failed', 'url', 'The address must begin with https://')
  }
  await allowedAddresses(parsed, rules).catch((error: unknown) => {
    // A name may be unknown for a moment, or not yet known: the log of deliveries tells.
    if (error instanceof JobError && error.reason === 'unknown_host') return
    throw fieldError('validation_failed', 'url', 'This address is not on the public internet')
  })
}

/** @throws BAD_REQUEST for events that the caller may not read about */
function mustBeReadable(viewer: SignedInCall<never>['viewer'], events: readonly WebhookEvent[]): void {
  if (events.some((event) => !allows(viewer.scopes, webhookEvents[event].router, 'read'))) {
    throw fieldError('validation_failed', 'events', 'You may not read about all of these yourself')
  }
}

/**
 * Makes an endpoint. Its secret is answered this once.
 * @throws BAD_REQUEST for an address that is not public, and for events that its creator may not read about; CONFLICT for too many
 */
export async function createWebhook(
  { db, now, secret, viewer, actor, webhookRules }: SignedInCall<'db' | 'now' | 'secret' | 'webhookRules'>,
  { url, events }: z.output<typeof createWebhookInput>,
): Promise<CreatedWebhook> {
  mustBeReadable(viewer, events)
  await mustLeadOut(url, webhookRules)
  const made = newSecret()
  return db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    if ((await tx.webhookEndpoint.count()) >= MOST_ENDPOINTS) {
      throw new TRPCError({ code: 'CONFLICT', message: `There are ${MOST_ENDPOINTS} webhooks already. Remove one that nobody uses.` })
    }
    const { id } = await tx.webhookEndpoint.create({
      data: { url, events, secret: encrypt(secret, SECRET_PURPOSE, made), createdBy: viewer.userId, createdAt: now() },
      select: { id: true },
    })
    await recordAudit(tx, actor, { action: 'webhook.created', subjectType: WEBHOOK_SUBJECT, subjectId: id, after: { url, events } })
    return { id, secret: made }
  })
}

/**
 * Changes an endpoint. Enabled again, it begins afresh.
 * @throws NOT_FOUND; CONFLICT for a stale version; BAD_REQUEST as in `createWebhook`
 */
export async function updateWebhook(
  { db, now, viewer, actor, webhookRules }: SignedInCall<'db' | 'now' | 'webhookRules'>,
  { id, version, ...wanted }: z.output<typeof updateWebhookInput>,
): Promise<Webhook> {
  if (wanted.events) mustBeReadable(viewer, wanted.events)
  if (wanted.url !== undefined) await mustLeadOut(wanted.url, webhookRules)
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, webhook, id, version)
    const row = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id }, include })
    const was = { url: row.url, events: storedEvents.parse(row.events), isEnabled: row.isEnabled }
    const is = { url: wanted.url ?? was.url, events: wanted.events ?? was.events, isEnabled: wanted.isEnabled ?? was.isEnabled }
    const changes = changedFields(was, is)
    if (!changes) return toWebhook(row, now())
    const afresh = { disabledBecause: null, failingSince: null, restsUntil: null }
    const changed = await tx.webhookEndpoint.update({ where: { id }, include, data: { ...is, ...afresh } })
    await recordAudit(tx, actor, { action: 'webhook.changed', subjectType: WEBHOOK_SUBJECT, subjectId: id, ...changes })
    return toWebhook(changed, now())
  })
}

/** Gives an endpoint a new secret; the one before signs beside it for 24 hours. @throws NOT_FOUND */
export function rotateSecret(
  { db, now, secret, viewer, actor }: SignedInCall<'db' | 'now' | 'secret'>,
  { id }: { id: string },
): Promise<Pick<CreatedWebhook, 'secret'>> {
  const made = newSecret()
  return db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    await lockRow(tx, webhook, id)
    const { secret: formerSecret, url } = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    const formerUntil = new Date(now().getTime() + FORMER_SECRET_HOURS * HOUR_MS)
    await tx.webhookEndpoint.update({
      where: { id },
      data: { secret: encrypt(secret, SECRET_PURPOSE, made), formerSecret, formerUntil },
    })
    await recordAudit(tx, actor, { action: 'webhook.secret_rotated', subjectType: WEBHOOK_SUBJECT, subjectId: id, after: { url } })
    return { secret: made }
  })
}

/** Removes an endpoint, with what waits for it and its log. @throws NOT_FOUND */
export function removeWebhook({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<{ id: string }> {
  return db.prisma.$transaction(async (tx) => {
    const row = await tx.webhookEndpoint.findUnique({ where: { id } })
    const { count } = await tx.webhookEndpoint.deleteMany({ where: { id } })
    if (!row || count === 0) throw notFound(webhook)
    const before = { url: row.url, events: storedEvents.parse(row.events) }
    await recordAudit(tx, actor, { action: 'webhook.removed', subjectType: WEBHOOK_SUBJECT, subjectId: id, before })
    return { id }
  })
}
