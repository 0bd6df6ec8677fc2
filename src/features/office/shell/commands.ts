import { FileText, ListChecks, LogOut, Mail, Plus, UserCog, UserRound, type LucideIcon } from '~/components/icons/lucide'
import type { useMay } from '~/components/admin-list/cells'
import { adminLinks, customerPage, furtherLinks, adminPaths, mayOpen } from '~/components/layouts/admin-nav'
import type { Access, ScopedRouter } from '~/contracts/identity/api-keys'
import type { FoundRecord } from '~/contracts/office/search'
import { nouns, records, type Noun } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { paths } from '~/lib/paths'
import { foundPageOf, listOf } from '~/lib/records'

export interface Command {
  id: string
  label: string
  detail?: string | undefined
  icon: LucideIcon
  /** Null signs out. */
  to: string | null
}

export interface CommandGroup {
  label: string
  commands: readonly Command[]
}

/** Without the emails screen of trial shops. */
const screens = [...adminLinks, ...furtherLinks].filter(({ href }) => href !== adminPaths.outgoingEmails)

interface Action extends Command {
  /** The right that it wants, beside that to open its screen. */
  wants?: readonly [ScopedRouter, Access]
}

const actions: readonly Action[] = [
  { id: 'new-repair', label: 'New repair', icon: Plus, to: `${adminPaths.repairs}?add=1`, wants: ['repairs', 'write'] },
  { id: 'new-trade-in', label: 'New trade-in', icon: Plus, to: `${adminPaths.tradeIns}?add=1`, wants: ['tradeIns', 'write'] },
  { id: 'add-product', label: 'Add product', icon: Plus, to: `${adminPaths.products}?add=1`, wants: ['products', 'write'] },
  { id: 'add-machine', label: 'Add machine', icon: Plus, to: `${adminPaths.machines}?add=1`, wants: ['machines', 'write'] },
  { id: 'add-unit', label: 'Add unit', icon: Plus, to: `${adminPaths.units}?add=1`, wants: ['units', 'write'] },
  { id: 'add-model', label: 'Add model', icon: Plus, to: `${adminPaths.models}?add=1`, wants: ['models', 'write'] },
  { id: 'receive-parts', label: 'Receive parts', icon: Plus, to: `${adminPaths.parts}?add=1`, wants: ['parts', 'write'] },
  { id: 'part-types', label: 'Part types and reorder list', icon: ListChecks, to: adminPaths.partTypes, wants: ['parts', 'read'] },
  { id: 'newsletter', label: 'Newsletter subscribers', icon: Mail, to: `${adminPaths.users}?newsletter=1`, wants: ['newsletter', 'read'] },
  { id: 'account', label: 'Your account and second factor', icon: UserCog, to: paths.profile },
  { id: 'sign-out', label: 'Sign out', icon: LogOut, to: null },
]

/** As in the sidebar, but a single user for one. */
const iconOf = (noun: Noun): LucideIcon =>
  noun === 'users' ? UserRound : ([...adminLinks, ...furtherLinks].find(({ href }) => href === listOf(noun))?.icon ?? FileText)

/** Users open their own page. */
export const placeOf = (record: FoundRecord): string => (record.noun === 'users' ? customerPage(record.id) : foundPageOf(record))

/** Those that fit the text, of all that the reader may do. */
export function commandsFor(text: string, results: readonly FoundRecord[], may: ReturnType<typeof useMay>): CommandGroup[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ label }: Command) => label.toLowerCase().includes(wanted)
  const found = nouns.map((noun) => ({
    label: capitalised(records[noun].many),
    commands: results
      .filter((record) => record.noun === noun)
      .map((record) => ({
        id: `${noun}-${record.id}`,
        label: record.title,
        detail: record.detail === record.title ? undefined : record.detail,
        icon: iconOf(noun),
        to: placeOf(record),
      })),
  }))
  const open = screens
    .filter((screen) => mayOpen(screen, (router) => may(router, 'read')))
    .map(({ label, href, icon }) => ({ id: href, label, icon, to: href }))
  const allowed = actions.filter(({ wants }) => wants === undefined || may(...wants))
  return [{ label: 'Screens', commands: open.filter(fits) }, { label: 'Actions', commands: allowed.filter(fits) }, ...found].filter(
    ({ commands }) => commands.length > 0,
  )
}
