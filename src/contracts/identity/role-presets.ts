import type { Scope } from './api-keys'

/** Everybody in the back office has these. */
const everybody: Scope[] = ['admin:read', 'dashboard:read', 'views:write', 'audit:read']
const catalogue: Scope[] = ['products:read', 'machines:read', 'models:read']

export const rolePresets = {
  owner: { label: 'Owner', detail: 'Everything, roles and access too.', scopes: null },
  desk: {
    label: 'Desk',
    detail: 'Takes machines in and hands them out: cases, customers, orders, units, invoices and payments.',
    scopes: [
      ...everybody,
      ...catalogue,
      ...(['repairs:write', 'tradeIns:write', 'cases:write', 'customers:write', 'users:read', 'orders:write', 'units:write'] as const),
      ...(['parts:read', 'invoices:write', 'payments:write', 'credit:read', 'outbox:read'] as const),
    ],
  },
  technician: {
    label: 'Technician',
    detail: 'Repairs machines: repairs, their messages and files, units and parts. Sees trade-ins, whose machines are tested on the bench.',
    scopes: [...everybody, ...catalogue, 'repairs:write', 'tradeIns:read', 'cases:write', 'units:write', 'parts:write'],
  },
  evaluator: {
    label: 'Evaluator',
    detail: 'Inspects trade-ins and makes offers: trade-ins, their messages and files, and units.',
    scopes: [...everybody, ...catalogue, 'tradeIns:write', 'cases:write', 'units:write', 'parts:read'],
  },
  bookkeeper: {
    label: 'Bookkeeper',
    detail: 'Keeps the books: invoices, payments, store credit and reports; sees what they are for.',
    scopes: [
      ...everybody,
      ...(['invoices:write', 'payments:write', 'credit:write', 'reports:read', 'customers:read', 'users:read'] as const),
      ...(['orders:read', 'repairs:read', 'tradeIns:read'] as const),
    ],
  },
} as const satisfies Record<string, { label: string; detail: string; scopes: readonly Scope[] | null }>

export type RolePreset = keyof typeof rolePresets

/** Null for rights that match no preset. @param scopes null for everything */
export function presetOf(scopes: readonly Scope[] | null): RolePreset | null {
  const key = (rights: readonly Scope[] | null) => rights && [...new Set(rights)].toSorted().join(' ')
  for (const [name, preset] of Object.entries(rolePresets)) if (key(preset.scopes) === key(scopes)) return name as RolePreset
  return null
}
