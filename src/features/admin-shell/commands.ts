import { ArrowLeftRight, Cpu, LogOut, Package, Plus, ShoppingCart, UserRound, Wrench, type LucideIcon } from 'lucide-react'
import { adminLinks } from '~/components/layouts/admin-nav'
import type { FoundNoun, FoundRecord } from '~/contracts/admin-search'
import { detailsOf, paths } from '~/lib/paths'

/** One thing that the palette offers. */
export interface Command {
  id: string
  label: string
  detail?: string | undefined
  icon: LucideIcon
  /** Where it leads; null: out of the back office, by signing out. */
  to: string | null
}

export interface CommandGroup {
  label: string
  commands: readonly Command[]
}

const screens: readonly Command[] = adminLinks.map(({ label, href, icon }) => ({ id: href, label, icon, to: href }))

const actions: readonly Command[] = [
  { id: 'add-product', label: 'Add product', icon: Plus, to: `${paths.adminProducts}?add=1` },
  { id: 'add-machine', label: 'Add machine', icon: Plus, to: `${paths.adminMachines}?add=1` },
  { id: 'sign-out', label: 'Sign out', icon: LogOut, to: null },
]

const searchIn = (screen: string, text: string) => `${screen}?search=${encodeURIComponent(text)}`

const kinds: Record<FoundNoun, { label: string; icon: LucideIcon; to: (record: FoundRecord) => string }> = {
  order: { label: 'Orders', icon: ShoppingCart, to: ({ id }) => detailsOf(paths.adminOrders, id) },
  repair: { label: 'Repairs', icon: Wrench, to: ({ id }) => detailsOf(paths.adminRepairs, id) },
  'trade-in': { label: 'Trade-ins', icon: ArrowLeftRight, to: ({ id }) => detailsOf(paths.adminTradeIns, id) },
  // Users have no details of their own: their address leaves one row.
  user: { label: 'Users', icon: UserRound, to: ({ detail }) => searchIn(paths.adminUsers, detail) },
  product: { label: 'Products', icon: Package, to: ({ id }) => detailsOf(paths.adminProducts, id) },
  machine: { label: 'Machines', icon: Cpu, to: ({ id }) => detailsOf(paths.adminMachines, id) },
}

/** What the palette offers for a text: the screens and actions that it names, then the records that were found. */
export function commandsFor(text: string, records: readonly FoundRecord[]): CommandGroup[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ label }: Command) => label.toLowerCase().includes(wanted)
  const found = Object.entries(kinds).map(([noun, { label, icon, to }]) => ({
    label,
    commands: records
      .filter((record) => record.noun === noun)
      .map((record) => ({
        id: `${noun}-${record.id}`,
        label: record.title,
        detail: record.detail === record.title ? undefined : record.detail,
        icon,
        to: to(record),
      })),
  }))
  return [{ label: 'Screens', commands: screens.filter(fits) }, { label: 'Actions', commands: actions.filter(fits) }, ...found].filter(
    ({ commands }) => commands.length > 0,
  )
}
