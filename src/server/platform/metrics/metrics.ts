import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { publicPages } from '~/lib/paths'
import { VERSION } from '~/lib/version'

/** Labels come from short lists of our own, never from visitors (docs/decisions/027). gauges.ts has figures read on demand. */

const PAGE_RESULTS = ['made', 'failed'] as const
const EMAIL_RESULTS = ['sent', 'retried', 'failed'] as const
const DELIVERY_RESULTS = ['delivered', 'retried', 'failed'] as const
const SMS_RESULTS = ['sent', 'refused', 'unreached'] as const

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'shop_info', help: 'Always 1; its label is the version of the shop.', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  )
  const metrics = {
    registry,
    calls: new Histogram({
      name: 'shop_call_duration_seconds',
      help: 'Time that a call of the API took, by procedure and outcome (ok or the code of its error). Of a subscription: until it began.',
      labelNames: ['path', 'type', 'outcome'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    emails: new Counter({
      name: 'shop_emails_total',
      help: 'Attempts to send an email, by result: sent; retried, which will be tried again; failed for good, until an administrator sends it again.',
      labelNames: ['result'] as const,
      registers,
    }),
    sms: new Counter({
      name: 'shop_sms_total',
      help: 'Messages handed to the SMS webhook, by result.',
      labelNames: ['result'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'shop_webhooks_total',
      help: 'Messages of the shop platform, by what became of them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    cardEvents: new Counter({
      name: 'shop_card_events_total',
      help: 'Messages of the provider of card payments, by what became of them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    deliveries: new Counter({
      name: 'shop_webhook_deliveries_total',
      help: 'Attempts to deliver a webhook to another program, by result: delivered; retried, which will be tried again; failed for good.',
      labelNames: ['result'] as const,
      registers,
    }),
    pages: new Counter({
      name: 'shop_pages_made_total',
      help: 'Attempts to regenerate a static page, by page and result.',
      labelNames: ['page', 'result'] as const,
      registers,
    }),
    slowQueries: new Counter({
      name: 'shop_slow_queries_total',
      help: 'Statements of the database that took SLOW_QUERY_MS or longer.',
      registers,
    }),
    diskFull: new Counter({
      name: 'shop_disk_full_total',
      help: 'Files that could not be stored because the disk is full, or a quota spent.',
      registers,
    }),
    feedReconnects: new Counter({
      name: 'shop_change_feed_reconnects_total',
      help: 'How often the change feed came back after it had lost its connection.',
      registers,
    }),
  }
  // A series that begins with its first event shows no increase for it.
  for (const result of EMAIL_RESULTS) metrics.emails.inc({ result }, 0)
  for (const page of publicPages) for (const result of PAGE_RESULTS) metrics.pages.inc({ page, result }, 0)
  for (const result of DELIVERY_RESULTS) metrics.deliveries.inc({ result }, 0)
  for (const result of SMS_RESULTS) metrics.sms.inc({ result }, 0)
  return metrics
}

export type Metrics = ReturnType<typeof createMetrics>

declare global {
  // Next bundles pages, API routes and the process's entry apart; the process counts once.
  var shopMetrics: Metrics | undefined
}

export const metrics = (): Metrics => (globalThis.shopMetrics ??= createMetrics())
