import * as z from 'zod'
import { longest, requiredLine, rowId, rowVersion } from '~/contracts/fields'
import { keysOf, recordOf } from '~/contracts/keys'
import { nouns, records, type Noun } from '~/contracts/records'

const named = {
  orders: 'Orders',
  repairs: 'Repairs',
  tradeIns: 'Trade-ins',
  cases: 'Notes, messages and files of repairs and trade-ins',
  products: 'Products',
  machines: 'Trade-in machines',
  units: 'Units: single machines',
  models: 'Models of machines',
  parts: 'Spare parts',
  imports: 'Imports',
  credit: 'Store credit',
  invoices: 'Invoices and whom they name',
  payments: 'Payments',
  users: 'Users and roles',
  customers: 'Pages of customers',
  keys: 'API keys',
  webhooks: 'Webhooks',
  settings: 'Texts of the site',
  newsletter: 'Newsletter',
  emails: 'Texts of emails',
  network: 'Figures of networks, by which machines earn',
  policies: 'Limits and periods',
  outbox: 'Outgoing emails',
  reports: 'Reports',
  dashboard: 'Dashboard',
  audit: 'Histories',
  views: 'Saved views',
  admin: 'Search and live updates of the back office',
} as const

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
const others = nouns.filter((noun) => !Object.hasOwn(named, noun))

/**
 * Routers that administrators call, with names for people; tests/api/api-keys.test.ts compares them with the router. A record type that
 * is not named here is called as it is everywhere.
 */
export const scopedRouters: Readonly<Record<keyof typeof named | Noun, string>> = {
  ...named,
  ...recordOf(others, (noun) => capitalised(records[noun].many)),
}
export type ScopedRouter = keyof typeof scopedRouters

export const accesses = ['read', 'write'] as const
export type Access = (typeof accesses)[number]

/** 'orders:read'; write includes read. */
export const scope = z.templateLiteral([z.enum(keysOf(scopedRouters)), ':', z.enum(accesses)])
export type Scope = z.output<typeof scope>

const MOST_SCOPES = 2 * keysOf(scopedRouters).length
const scopes = z
  .array(scope)
  .max(MOST_SCOPES)
  .transform((given) => [...new Set(given)].toSorted())

/** Stored scopes that this version does not know are dropped. */
export const storedScopes = z
  .array(z.unknown())
  .transform((given) => given.flatMap((one) => scope.safeParse(one).data ?? []))
  .catch([])

/** @param owned null for everything */
export const allows = (owned: readonly Scope[] | null, router: string, access: Access): boolean =>
  owned === null || owned.some((one) => one === `${router}:write` || one === `${router}:${access}`)

/** `wanted`, as far as `owned` allows it. */
export const within = (wanted: readonly Scope[], owned: readonly Scope[] | null): readonly Scope[] =>
  wanted.filter((one) => {
    const [router = '', access] = one.split(':')
    return allows(owned, router, access === 'write' ? 'write' : 'read')
  })

export const KEY_PREFIX = 'mhs_'
export const SHOWN_LETTERS = 12
export const MOST_KEYS = 100
/** Newest first, with expired ones. */
export const MOST_LISTED = 200

const NO_NETWORK = 'An address or a network, such as 203.0.113.7 or 203.0.113.0/24'
const network = z
  .string()
  .trim()
  .check(longest(60, NO_NETWORK))
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: NO_NETWORK }))

const MOST_NETWORKS = 50
const networks = z.array(network).max(MOST_NETWORKS, `At most ${MOST_NETWORKS} networks`)
const lines = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

export const createKeyInput = z.object({
  name: requiredLine('Name is required', 100),
  scopes: scopes.refine(({ length }) => length > 0, 'Choose what the key may do'),
  /** Null, '' or left out: valid until revoked. */
  expiresAt: z.union([z.literal('').transform(() => null), z.null(), z.coerce.date()], { error: 'Not a valid date' }).optional(),
  /** A list, or lines of text; empty allows every address. */
  networks: z.union([networks, z.string().check(longest(4_000)).transform(lines).pipe(networks)]).default([]),
})

export const revokeKeyInput = z.object({ id: rowId })

/** Null removes the limit. */
export const updateScopesInput = z.object({ userId: rowId, scopes: scopes.nullable(), version: rowVersion.optional() })

export type KeyState = 'active' | 'ended' | 'revoked'

export interface ApiKey {
  id: string
  state: KeyState
  name: string
  prefix: string
  scopes: Scope[]
  /** Scopes without effect, since the maker lacks them. */
  withheld: Scope[]
  networks: string[]
  /** Email address. */
  createdBy: string
  createdAt: Date
  expiresAt: Date | null
  /** Also set when the maker loses the role. */
  revokedAt: Date | null
  lastUsedAt: Date | null
  lastUsedIp: string | null
  usedFrom: string[]
  whyNotRevoke: string | null
}

export interface CreatedKey {
  id: string
  /** The whole key, in this answer only. */
  key: string
}
