import * as z from 'zod'
import { keysOf } from './keys'
import { nouns, records } from './records'

/** Position of a reconnecting subscriber, sent by the client. */
export const followInput = z.object({ lastEventId: z.string().max(500).nullish() })

/** Tables of no record type, with the routers that read them. */
export const otherTables = {
  website_settings: 'settings',
  credit_accounts: 'credit',
  credit_requests: 'credit',
  approval_requests: ['invoices', 'credit'],
  email_template_versions: 'emails',
  policies: 'policies',
  network_coins: 'network',
  network_assumptions: 'network',
  network_feeds: 'network',
  product_pictures: 'products',
  part_types: 'parts',
  order_lines: 'orders',
  // Money on account changes invoices, and what is left to pay.
  payments: ['payments', 'invoices'],
  refunds: ['payments', 'invoices'],
  bank_lines: 'payments',
  buyers: 'invoices',
  seller_details: 'invoices',
  exchange_rates: 'invoices',
} as const

export const liveTables = [...nouns.map((noun) => records[noun].table), ...keysOf(otherTables)]
export type LiveTable = (typeof liveTables)[number]

/** After the subscriber's last event, or this many ms after it read what it shows. */
export const followTablesInput = z.object({
  lastEventId: z.string().max(100).nullish(),
  age: z.number().min(0).optional(),
})

export interface TablesChanged {
  tables: LiveTable[]
}
