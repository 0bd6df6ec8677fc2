import { randomUUID } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { deliveryStates, type deliveriesInput, type WebhookDeliveries, type WebhookDelivery } from '~/contracts/office/webhooks'
import type { Prisma, WebhookMessage } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { lockDecider } from '~/server/identity/users/second-administrator'
import { scopesNow } from '~/server/identity/users/account-access'
import type { Services } from '~/server/services'
import { WEBHOOK_SUBJECT } from './endpoints'
import { mayReadEvent, readableEvents, refuseFor, whyNotChange } from './event-access'
import { WEBHOOK_QUEUE } from './deliver-webhooks'

const toDelivery = ({ endpointId: _endpointId, dueSince: _dueSince, state, ...row }: WebhookMessage): WebhookDelivery => ({
  ...row,
  state: deliveryStates.find((known) => known === state) ?? 'failed',
})

/** Only events that the caller may read. @throws NOT_FOUND; FORBIDDEN for an endpoint with others */
export async function listDeliveries(
  { db, viewer }: Pick<SignedInCall<'db'>, 'db' | 'viewer'>,
  { id, cursor, limit }: z.output<typeof deliveriesInput>,
): Promise<WebhookDeliveries> {
  const endpoint = await db.prisma.webhookEndpoint.findUnique({ where: { id }, select: { events: true } })
  if (!endpoint) throw notFound({ one: 'webhook' })
  refuseFor(whyNotChange(viewer.scopes, endpoint))
  const rows = await db.prisma.webhookMessage.findMany({
    where: { endpointId: id, ...(viewer.scopes && { type: { in: readableEvents(viewer.scopes) } }) },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(cursor && { cursor: { id: cursor }, skip: 1 }),
  })
  const page = rows.slice(0, limit)
  return { rows: page.map(toDelivery), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const post = (tx: Prisma.TransactionClient, jobs: Services['jobs'], ids: readonly string[]) =>
  jobs.postMany(
    tx,
    WEBHOOK_QUEUE,
    ids.map((id) => ({ id: randomUUID(), data: { id } })),
  )

/** Keeps the message's id. @throws NOT_FOUND; CONFLICT if its endpoint is disabled; FORBIDDEN for events that the caller may not read */
export async function resend(
  { db, jobs, actor, viewer }: SignedInCall<'db' | 'jobs'>,
  { deliveryId: id }: { deliveryId: string },
): Promise<WebhookDelivery> {
  const delivery = await db.prisma.$transaction(async (tx) => {
    const scopes = scopesNow(viewer, await lockDecider(tx, viewer))
    await tx.$queryRaw`SELECT FROM webhook_messages WHERE id = ${id}::uuid FOR UPDATE`
    const row = await tx.webhookMessage.findUnique({ where: { id }, include: { endpoint: true } })
    if (!row) throw notFound({ one: 'delivery' })
    const { endpoint, ...message } = row
    refuseFor(whyNotChange(scopes, endpoint))
    if (!mayReadEvent(scopes, message.type)) throw notFound({ one: 'delivery' })
    if (!endpoint.isEnabled) throw new TRPCError({ code: 'CONFLICT', message: 'The webhook is disabled. Enable it first.' })
    await tx.webhookEndpoint.update({ where: { id: endpoint.id }, data: { restsUntil: null } })
    if (message.state !== 'waiting') await post(tx, jobs, [id])
    else
      await tx.$executeRaw`
        UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE name = ${WEBHOOK_QUEUE} AND data ->> 'id' = ${id} AND state < 'active'`
    const changed = await tx.webhookMessage.update({ where: { id }, data: { state: 'waiting', dueSince: null } })
    const after = { url: endpoint.url, type: message.type }
    await recordAudit(tx, actor, { action: 'webhook.sent_again', subjectType: WEBHOOK_SUBJECT, subjectId: endpoint.id, after })
    return toDelivery(changed)
  })
  // A job whose pause was cut short is not announced.
  void jobs.poll()
  return delivery
}

const PORTION = 500

/** Messages without a job come from a backup, or a process that died. @returns their number */
export function queueForgotten({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<number> {
  return db.prisma.$transaction(async (tx) => {
    const forgotten = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM webhook_messages WHERE state = 'waiting'
        AND id::text NOT IN (SELECT data ->> 'id' FROM shop_queue.job WHERE name = ${WEBHOOK_QUEUE} AND state <= 'active' AND data ->> 'id' IS NOT NULL)
      LIMIT ${PORTION} FOR UPDATE SKIP LOCKED`
    if (forgotten.length > 0)
      await post(
        tx,
        jobs,
        forgotten.map(({ id }) => id),
      )
    return forgotten.length
  })
}
