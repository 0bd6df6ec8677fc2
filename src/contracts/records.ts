import { keysOf } from './keys'
import { orderStatuses, repairStatuses, tradeInStatuses } from './statuses'

/**
 * Record types with a list in the back office. The key is the router's name, and all closed lists derive from this table: addresses,
 * tables, audit subjects, live topics, saved views, CSV files, the palette. Data only; a record type's code is in its own folder.
 */

interface RecordDefinition {
  one: string
  many: string
  /** Table (requirements §3), also its name in the change feed. */
  table: string
  route: string
  auditSubject: string
  /** Other routers that read the table; the dashboard and histories read all. */
  readBy: readonly string[]
  isImported: boolean
  /** For rows with a number and a status that every administrator may set. */
  status: { statuses: readonly string[]; type: string; number: string } | null
}

export const records = {
  orders: {
    one: 'order',
    many: 'orders',
    table: 'orders',
    route: 'orders',
    auditSubject: 'order',
    readBy: ['credit', 'customers', 'invoices'],
    isImported: false,
    status: { statuses: orderStatuses, type: 'order_status', number: 'order_number' },
  },
  repairs: {
    one: 'repair',
    many: 'repairs',
    table: 'repairs',
    route: 'repairs',
    auditSubject: 'repair',
    readBy: ['cases', 'reports', 'credit', 'customers', 'units', 'invoices'],
    isImported: false,
    status: { statuses: repairStatuses, type: 'repair_status', number: 'repair_number' },
  },
  tradeIns: {
    one: 'trade-in',
    many: 'trade-ins',
    table: 'trade_ins',
    route: 'trade-ins',
    auditSubject: 'trade_in',
    readBy: ['cases', 'reports', 'credit', 'customers', 'units'],
    isImported: false,
    status: { statuses: tradeInStatuses, type: 'trade_in_status', number: 'trade_in_number' },
  },
  units: {
    one: 'unit',
    many: 'units',
    table: 'units',
    route: 'units',
    auditSubject: 'unit',
    readBy: [],
    isImported: true,
    status: null,
  },
  invoices: {
    one: 'invoice',
    many: 'invoices',
    table: 'billing_documents',
    route: 'invoices',
    auditSubject: 'invoice',
    readBy: ['payments', 'customers', 'orders', 'repairs'],
    isImported: false,
    status: null,
  },
  users: {
    one: 'user',
    many: 'users',
    table: 'profiles',
    route: 'users',
    auditSubject: 'user',
    // Their answers name customers.
    readBy: ['orders', 'repairs', 'tradeIns', 'cases', 'credit', 'customers', 'units'],
    isImported: true,
    status: null,
  },
  products: {
    one: 'product',
    many: 'products',
    table: 'products',
    route: 'products',
    auditSubject: 'product',
    readBy: [],
    isImported: true,
    status: null,
  },
  parts: {
    one: 'part',
    many: 'parts',
    table: 'parts',
    route: 'parts',
    auditSubject: 'part',
    readBy: [],
    isImported: true,
    status: null,
  },
  machines: {
    one: 'machine',
    many: 'machines',
    table: 'trade_in_machines',
    route: 'machines',
    auditSubject: 'machine',
    readBy: ['reports'],
    isImported: true,
    status: null,
  },
  models: {
    one: 'model',
    many: 'models',
    table: 'device_models',
    route: 'models',
    auditSubject: 'model',
    readBy: [],
    isImported: false,
    status: null,
  },
} as const satisfies Record<string, RecordDefinition>

type Records = typeof records

export type Noun = keyof Records

type NounWith<Property> = { [Name in Noun]: Records[Name] extends Property ? Name : never }[Noun]

export type StatusNoun = NounWith<{ status: object }>
export type ImportedNoun = NounWith<{ isImported: true }>

export const nouns: readonly Noun[] = keysOf(records)

const hasStatus = (noun: Noun): noun is StatusNoun => records[noun].status !== null
export const statusNouns: readonly StatusNoun[] = nouns.filter(hasStatus)

const isImported = (noun: Noun): noun is ImportedNoun => records[noun].isImported
export const importedNouns: readonly ImportedNoun[] = nouns.filter(isImported)

export const nounWith = (property: 'table' | 'route', value: string): Noun | undefined =>
  nouns.find((noun) => records[noun][property] === value)
