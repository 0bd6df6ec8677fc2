import { allows, scopedRouters, storedScopes, type Scope } from '~/contracts/identity/api-keys'
import { storedEvents, webhookEvents, type WebhookEvent } from '~/contracts/office/webhooks'
import type { Prisma } from '~/generated/prisma/client'
import { codedError } from '~/server/platform/errors'

/** Changing a webhook needs the right to read its events. The last to make, redirect or enable it is responsible for it. */

export const withAnswering = { creator: { select: { email: true, profile: { select: { role: true, scopes: true } } } } } as const

type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof withAnswering }>
type Stored = Pick<Row, 'events' | 'createdBy'>
type Answering = Pick<Row, 'events' | 'creator'>

const events = new Map<string, { routers: readonly string[] }>(Object.entries(webhookEvents))

/** An event unknown to this version needs all scopes. */
export const mayReadEvent = (scopes: readonly Scope[] | null, event: string): boolean =>
  scopes === null || (events.get(event)?.routers ?? ['']).every((router) => allows(scopes, router, 'read'))

export const readableEvents = (scopes: readonly Scope[] | null): string[] =>
  [...events.keys()].filter((event) => mayReadEvent(scopes, event))

/** 'Orders, Store credit': the parts whose events these scopes do not cover; null for none. */
function unreadable(wanted: readonly WebhookEvent[], scopes: readonly Scope[] | null): string | null {
  const routers = wanted.flatMap((event) => webhookEvents[event].routers.filter((router) => !allows(scopes, router, 'read')))
  return routers.length === 0 ? null : [...new Set(routers)].map((router) => scopedRouters[router]).join(', ')
}

/** Null if the caller may. @param scopes null means all */
export function whyNotChange(scopes: readonly Scope[] | null, { events: stored }: Pick<Row, 'events'>): string | null {
  const missing = unreadable(storedEvents.parse(stored), scopes)
  return missing === null ? null : `This webhook tells of what you may not read: ${missing}.`
}

/** Null if the caller may; the responsible administrator always may. */
export const whyNotRemove = (scopes: readonly Scope[] | null, row: Stored, userId: string | null): string | null =>
  userId !== null && row.createdBy === userId ? null : whyNotChange(scopes, row)

/** @throws FORBIDDEN (`insufficient_scope`) if there is a reason */
export function refuseFor(reason: string | null): void {
  if (reason !== null) throw codedError('FORBIDDEN', 'insufficient_scope', reason)
}

const AGAIN = 'An administrator who may read all of its events can enable it again.'

/** Null while the responsible administrator may read its events. */
export function whyStopped({ events: stored, creator }: Answering): string | null {
  if (creator === null) return `The account that answered for it was deleted. ${AGAIN}`
  if (creator.profile?.role !== 'admin') return `${creator.email} answers for it and is no longer an administrator. ${AGAIN}`
  const missing = unreadable(storedEvents.parse(stored), storedScopes.nullable().parse(creator.profile.scopes))
  return missing === null ? null : `${creator.email} answers for it and may no longer read: ${missing}. ${AGAIN}`
}

/** A message may be older than the webhook's present events. */
export const mayBeSent = ({ creator }: Pick<Row, 'creator'>, type: string): boolean =>
  creator?.profile?.role === 'admin' && mayReadEvent(storedScopes.nullable().parse(creator.profile.scopes), type)
