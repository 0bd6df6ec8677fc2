import * as z from 'zod'
import { longest, rowId, rowVersion, storable } from '~/contracts/fields'
import { keysOf } from '~/contracts/keys'
import type { ScopedRouter } from '~/contracts/identity/api-keys'
import type { Noun, records, StatusNoun } from '~/contracts/records'

/** Record types whose changes other programs are notified of; triggers of their tables do so (`tell_insert`, `tell_update`). */
type ToldNoun = Extract<Noun, StatusNoun | 'units' | 'products' | 'invoices'>
type RecordEvent<Name extends ToldNoun> = Name extends StatusNoun
  ? `${(typeof records)[Name]['auditSubject']}.${'created' | 'changed' | 'status_changed'}`
  : `${(typeof records)[Name]['auditSubject']}.${'created' | 'changed'}`

/** An estimate is of a repair, an offer of a trade-in. */
const quotes = ['cases', 'repairs', 'tradeIns'] as const

/** Each event with the routers that its receivers must be allowed to read. A change of status is also a change. */
export const webhookEvents = {
  'order.created': { label: 'New orders', routers: ['orders'] },
  'order.changed': { label: 'Changes of orders', routers: ['orders'] },
  'order.status_changed': { label: 'Statuses of orders', routers: ['orders'] },
  'repair.created': { label: 'New repairs', routers: ['repairs'] },
  'repair.changed': { label: 'Changes of repairs', routers: ['repairs'] },
  'repair.status_changed': { label: 'Statuses of repairs', routers: ['repairs'] },
  'trade_in.created': { label: 'New trade-ins', routers: ['tradeIns'] },
  'trade_in.changed': { label: 'Changes of trade-ins', routers: ['tradeIns'] },
  'trade_in.status_changed': { label: 'Statuses of trade-ins', routers: ['tradeIns'] },
  'quote.created': { label: 'New estimates and offers', routers: quotes },
  'quote.changed': { label: 'Changes of estimates and offers', routers: quotes },
  'quote.status_changed': { label: 'Estimates and offers sent, answered or expired', routers: quotes },
  'product.created': { label: 'New products', routers: ['products'] },
  'product.changed': { label: 'Changes of products', routers: ['products'] },
  'unit.created': { label: 'New units', routers: ['units'] },
  'unit.changed': { label: 'Changes of units', routers: ['units'] },
  'credit.changed': { label: 'Entries of store credit', routers: ['credit'] },
  'invoice.created': { label: 'New invoices and credit notes', routers: ['invoices'] },
  'invoice.changed': { label: 'Changes of invoices and credit notes', routers: ['invoices'] },
} as const satisfies Record<
  RecordEvent<ToldNoun> | `quote.${'created' | 'changed' | 'status_changed'}` | 'credit.changed' | `invoice.${'created' | 'changed'}`,
  { label: string; routers: readonly ScopedRouter[] }
>
export type WebhookEvent = keyof typeof webhookEvents

const event = z.enum(keysOf(webhookEvents))
const events = z
  .array(event, { error: 'Choose at least one event' })
  .max(100)
  .transform((given) => [...new Set(given)].toSorted())
  .refine(({ length }) => length > 0, 'Choose at least one event')

/** Drops stored events that this version does not know. */
export const storedEvents = z
  .array(z.unknown())
  .transform((given) => given.flatMap((one) => event.safeParse(one).data ?? []))
  .catch([])

export const MOST_ENDPOINTS = 20
/** A replaced secret still signs for this time. */
export const FORMER_SECRET_HOURS = 24
export const TRIED_HOURS = 24
/** Retention of the log of messages. */
export const LOG_DAYS = 30
/** Characters stored of an answer. */
export const ANSWER_LENGTH = 500

const NO_ADDRESS = 'An address that begins with https://'
/** The server also refuses http outside development, and addresses that are not public. */
const webhookUrl = z
  .string({ error: NO_ADDRESS })
  .trim()
  .check(longest(2_000), storable)
  .pipe(z.url({ protocol: /^https?$/, error: NO_ADDRESS }))
  .refine((text) => {
    // zod runs this even if the previous check failed.
    if (!URL.canParse(text)) return true
    const { username, password, hash } = new URL(text)
    return username + password + hash === ''
  }, 'No name, password or part after a #')

export const createWebhookInput = z.object({ url: webhookUrl, events })

export const updateWebhookInput = z.object({
  id: rowId,
  url: webhookUrl.optional(),
  events: events.optional(),
  isEnabled: z.boolean().optional(),
  version: rowVersion.optional(),
})

export const webhookInput = z.object({ id: rowId })

export const deliveriesInput = z.object({ id: rowId, cursor: rowId.nullish(), limit: z.int().min(1).max(100).default(20) })

export const resendInput = z.object({ deliveryId: rowId })

export interface Webhook {
  id: string
  url: string
  events: WebhookEvent[]
  /** False also while the responsible administrator may not read all of its events; nothing is sent then. */
  isEnabled: boolean
  disabledBecause: string | null
  failingSince: Date | null
  /** Until then the former secret also signs. */
  formerUntil: Date | null
  /** Email address of the responsible administrator, who made it or last enabled it or changed its address or events; null if deleted. */
  createdBy: string | null
  createdAt: Date
  version: number
  /** Why the reader may not change it or read its log, and may not remove it; null if allowed. */
  whyNotChange: string | null
  whyNotRemove: string | null
}

export interface CreatedWebhook {
  id: string
  secret: string
}

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface WebhookDelivery {
  /** Sent as `webhook-id`, the same for each attempt. */
  id: string
  type: string
  subjectId: string
  subjectVersion: number
  occurredAt: Date
  state: DeliveryState
  tries: number
  triedAt: Date | null
  status: number | null
  answer: string | null
  /** A code such as 'timeout', if there was no good answer. */
  fault: string | null
}

export interface WebhookDeliveries {
  rows: WebhookDelivery[]
  nextCursor: string | null
}
