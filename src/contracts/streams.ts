import * as z from 'zod'
import { keysOf } from './keys'
import { nouns, records } from './records'

/** Position of a reconnecting subscriber; the client sends it by itself. */
export const followInput = z.object({ lastEventId: z.string().max(500).nullish() })

/** Topics of the back office's open screens. */

/** Tables of no record type, each with the router or routers whose answers are made from it. */
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
  // Money on account changes no invoice, and what is left to pay.
  payments: ['payments', 'invoices'],
  refunds: ['payments', 'invoices'],
  bank_lines: 'payments',
  buyers: 'invoices',
  seller_details: 'invoices',
  exchange_rates: 'invoices',
} as const

/** The tables whose changes are announced to administrators. */
export const liveTables = [...nouns.map((noun) => records[noun].table), ...keysOf(otherTables)]
export type LiveTable = (typeof liveTables)[number]

/** Position of a subscriber: after its last event, or this many ms after it asked for what it shows. */
export const followTablesInput = z.object({
  lastEventId: z.string().max(100).nullish(),
  age: z.number().min(0).optional(),
})

/** Tables in which something has changed since the event before. */
export interface TablesChanged {
  tables: LiveTable[]
}
