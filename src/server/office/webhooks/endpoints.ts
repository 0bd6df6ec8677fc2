import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Scope } from '~/contracts/identity/api-keys'
import {
  FORMER_SECRET_HOURS,
  MOST_ENDPOINTS,
  storedEvents,
  type CreatedWebhook,
  type createWebhookInput,
  type updateWebhookInput,
  type Webhook,
  type WebhookEvent,
} from '~/contracts/office/webhooks'
import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import type { Viewer } from '~/server/identity/auth/read-session'
import { scopesNow } from '~/server/identity/users/account-access'
import { lockDecider } from '~/server/identity/users/second-administrator'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { lockRow } from '~/server/platform/database/conflict'
import { fieldError, JobError } from '~/server/platform/errors'
import { allowedAddresses, type StrangerRules } from '~/server/platform/network/post-to-stranger'
import { encrypt } from '~/server/platform/secrets'
import { mayReadEvent, refuseFor, whyNotChange, whyNotRemove, whyStopped, withAnswering } from './event-access'
import { newSecret, SECRET_PURPOSE } from './signature'

const HOUR_MS = 60 * 60 * 1000
const webhook = { one: 'webhook', table: 'webhook_endpoints' } as const
export const WEBHOOK_SUBJECT = 'webhook'

type Tx = Prisma.TransactionClient
type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof withAnswering }>
type Reader = Pick<Viewer, 'userId' | 'scopes' | 'apiKey'>
/** Null for an API key, which acts for its maker but is not its maker. */
const personOf = ({ userId, apiKey }: Reader) => (apiKey ? null : userId)

/** An enabled webhook sends only while its responsible administrator may read its events (see `deliver-webhooks.ts`). */
const stateOf = (row: Row): Pick<Webhook, 'isEnabled' | 'disabledBecause'> => {
  const because = row.isEnabled ? whyStopped(row) : row.disabledBecause
  return { isEnabled: row.isEnabled && because === null, disabledBecause: because }
}

const toWebhook = (row: Row, reader: Reader, at: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: storedEvents.parse(row.events),
  ...stateOf(row),
  failingSince: row.failingSince,
  formerUntil: row.formerUntil && row.formerUntil > at ? row.formerUntil : null,
  createdBy: row.creator?.email ?? null,
  createdAt: row.createdAt,
  version: row.version,
  whyNotChange: whyNotChange(reader.scopes, row),
  whyNotRemove: whyNotRemove(reader.scopes, row, personOf(reader)),
})

export async function listWebhooks({ db, now, viewer }: Pick<SignedInCall<'db' | 'now'>, 'db' | 'now' | 'viewer'>): Promise<Webhook[]> {
  const rows = await db.prisma.webhookEndpoint.findMany({
    include: withAnswering,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ENDPOINTS * 2,
  })
  return rows.map((row) => toWebhook(row, viewer, now()))
}

/** @throws BAD_REQUEST for http, and for an address that is not public */
async function mustLeadOut(url: string, rules: StrangerRules): Promise<void> {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && !rules.allowsHttp) {
    throw fieldError('validation_failed', 'url', 'The address must begin with https://')
  }
  await allowedAddresses(parsed, rules).catch((error: unknown) => {
    // A name may be unknown for a moment; deliveries will tell.
    if (error instanceof JobError && error.reason === 'unknown_host') return
    throw fieldError('validation_failed', 'url', 'This address is not on the public internet')
  })
}

/** @throws BAD_REQUEST for events that the caller may not read */
function mustBeReadable(scopes: readonly Scope[] | null, events: readonly WebhookEvent[]): void {
  if (!events.every((event) => mayReadEvent(scopes, event)))
    throw fieldError('validation_failed', 'events', 'You may not read about all of these yourself')
}

/** @returns the endpoint, and the caller's scopes @throws NOT_FOUND; CONFLICT for a stale version; FORBIDDEN for unreadable events */
async function lockReadable(tx: Tx, viewer: Viewer, id: string, version?: number): Promise<{ row: Row; scopes: readonly Scope[] | null }> {
  const scopes = scopesNow(viewer, await lockDecider(tx, viewer))
  await lockRow(tx, webhook, id, version)
  const row = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id }, include: withAnswering })
  refuseFor(whyNotChange(scopes, row))
  return { row, scopes }
}

/** The secret is returned this once. @throws BAD_REQUEST for a private address or unreadable events; CONFLICT for too many */
export async function createWebhook(
  { db, now, secret, viewer, actor, webhookRules }: SignedInCall<'db' | 'now' | 'secret' | 'webhookRules'>,
  { url, events }: z.output<typeof createWebhookInput>,
): Promise<CreatedWebhook> {
  await mustLeadOut(url, webhookRules)
  const made = newSecret()
  return db.prisma.$transaction(async (tx) => {
    mustBeReadable(scopesNow(viewer, await lockDecider(tx, viewer)), events)
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
 * The caller becomes responsible, unless they only disable it. @throws NOT_FOUND; CONFLICT; BAD_REQUEST; FORBIDDEN for unreadable events
 */
export async function updateWebhook(
  { db, now, viewer, actor, webhookRules }: SignedInCall<'db' | 'now' | 'webhookRules'>,
  { id, version, ...wanted }: z.output<typeof updateWebhookInput>,
): Promise<Webhook> {
  if (wanted.url !== undefined) await mustLeadOut(wanted.url, webhookRules)
  return db.prisma.$transaction(async (tx) => {
    const { row, scopes } = await lockReadable(tx, viewer, id, version)
    const was = { url: row.url, events: storedEvents.parse(row.events), isEnabled: stateOf(row).isEnabled }
    const is = { url: wanted.url ?? was.url, events: wanted.events ?? was.events, isEnabled: wanted.isEnabled ?? was.isEnabled }
    mustBeReadable(scopes, is.events)
    const changes = changedFields(was, is)
    if (!changes) return toWebhook(row, viewer, now())
    const isOnlyDisabled = !is.isEnabled && Object.keys(changes.after).length === 1 && changes.after.isEnabled !== undefined
    const afresh = { disabledBecause: null, failingSince: null, restsUntil: null, ...(!isOnlyDisabled && { createdBy: viewer.userId }) }
    const changed = await tx.webhookEndpoint.update({ where: { id }, include: withAnswering, data: { ...is, ...afresh } })
    await recordAudit(tx, actor, { action: 'webhook.changed', subjectType: WEBHOOK_SUBJECT, subjectId: id, ...changes })
    return toWebhook(changed, viewer, now())
  })
}

/** The former secret also signs for 24 hours. @throws NOT_FOUND; FORBIDDEN for events that the caller may not read */
export function rotateSecret(
  { db, now, secret, viewer, actor }: SignedInCall<'db' | 'now' | 'secret'>,
  { id }: { id: string },
): Promise<Pick<CreatedWebhook, 'secret'>> {
  const made = newSecret()
  return db.prisma.$transaction(async (tx) => {
    const {
      row: { secret: formerSecret, url },
    } = await lockReadable(tx, viewer, id)
    const formerUntil = new Date(now().getTime() + FORMER_SECRET_HOURS * HOUR_MS)
    await tx.webhookEndpoint.update({
      where: { id },
      data: { secret: encrypt(secret, SECRET_PURPOSE, made), formerSecret, formerUntil },
    })
    await recordAudit(tx, actor, { action: 'webhook.secret_rotated', subjectType: WEBHOOK_SUBJECT, subjectId: id, after: { url } })
    return { secret: made }
  })
}

/** @throws NOT_FOUND; FORBIDDEN for events that the caller may not read, unless they are responsible */
export function removeWebhook({ db, actor, viewer }: SignedInCall<'db'>, { id }: { id: string }): Promise<{ id: string }> {
  return db.prisma.$transaction(async (tx) => {
    const scopes = scopesNow(viewer, await lockDecider(tx, viewer))
    await lockRow(tx, webhook, id)
    const row = await tx.webhookEndpoint.delete({ where: { id } })
    refuseFor(whyNotRemove(scopes, row, personOf(viewer)))
    const before = { url: row.url, events: storedEvents.parse(row.events) }
    await recordAudit(tx, actor, { action: 'webhook.removed', subjectType: WEBHOOK_SUBJECT, subjectId: id, before })
    return { id }
  })
}
