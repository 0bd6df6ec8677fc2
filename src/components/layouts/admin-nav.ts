import {
  ArrowLeftRight,
  Banknote,
  Blocks,
  Boxes,
  CheckCheck,
  ChartNoAxesCombined,
  Coins,
  Component,
  ConciergeBell,
  Cpu,
  LayoutDashboard,
  MailOpen,
  Mails,
  Package,
  Plug,
  FileCog,
  Gauge,
  ReceiptText,
  Scale,
  ScanLine,
  Server,
  Settings,
  ShoppingCart,
  SlidersHorizontal,
  Users,
  Wallet,
  Wrench,
  type LucideIcon,
} from '~/components/icons/lucide'
import { paths } from '~/lib/paths'

/** Screens of the back office (requirements §2 Route table). Not in `paths`, which every public page loads. */
export const adminPaths = {
  users: '/admin/users',
  orders: '/admin/orders',
  products: '/admin/products',
  machines: '/admin/machines',
  units: '/admin/units',
  scan: '/admin/scan',
  models: '/admin/models',
  parts: '/admin/parts',
  partTypes: '/admin/part-types',
  repairs: '/admin/repairs',
  tradeIns: '/admin/trade-ins',
  settings: '/admin/settings',
  reports: '/admin/reports',
  credit: '/admin/credit',
  invoices: '/admin/invoices',
  money: '/admin/money',
  invoiceSettings: '/admin/money?tab=settings',
  approvals: '/admin/approvals',
  customers: '/admin/customers',
  integrations: '/admin/integrations',
  emails: '/admin/emails',
  policies: '/admin/policies',
  network: '/admin/network',
  apiDescription: '/admin/integrations/api',
  outgoingEmails: '/admin/outgoing-emails',
} as const

/** The OpenAPI document, public. */
export const API_DOCUMENT = '/api/openapi.json'
/** The same as a page of text. */
export const API_PAGE = '/api/api.md'

export interface AdminLink {
  label: string
  href: string
  /** The routers that the screen is made from; who may read one of them finds something there, and without one everybody does. */
  reads: string | readonly string[]
  icon: LucideIcon
}

export const adminLinks: readonly AdminLink[] = [
  { label: 'Dashboard', href: paths.admin, reads: 'dashboard', icon: LayoutDashboard },
  { label: 'Users', href: adminPaths.users, reads: 'users', icon: Users },
  { label: 'Orders', href: adminPaths.orders, reads: 'orders', icon: ShoppingCart },
  { label: 'Products', href: adminPaths.products, reads: 'products', icon: Package },
  { label: 'Machines', href: adminPaths.machines, reads: 'machines', icon: Cpu },
  { label: 'Repairs', href: adminPaths.repairs, reads: 'repairs', icon: Wrench },
  { label: 'Trade-ins', href: adminPaths.tradeIns, reads: 'tradeIns', icon: ArrowLeftRight },
  { label: 'Settings', href: adminPaths.settings, reads: 'settings', icon: Settings },
]

export interface AdminGroup {
  id: string
  label: string
  icon: LucideIcon
  links: readonly AdminLink[]
}

const desk: AdminGroup = {
  id: 'desk',
  label: 'Desk',
  icon: ConciergeBell,
  links: [
    { label: 'Scan', href: adminPaths.scan, reads: ['units', 'parts', 'admin'], icon: ScanLine },
    { label: 'Approvals', href: adminPaths.approvals, reads: ['tradeIns', 'credit', 'invoices', 'payments', 'units'], icon: CheckCheck },
  ],
}
const stock: AdminGroup = {
  id: 'stock',
  label: 'Stock',
  icon: Boxes,
  links: [
    { label: 'Units', href: adminPaths.units, reads: 'units', icon: Server },
    { label: 'Models', href: adminPaths.models, reads: 'models', icon: Blocks },
    { label: 'Parts', href: adminPaths.parts, reads: 'parts', icon: Component },
  ],
}
const money: AdminGroup = {
  id: 'money',
  label: 'Money',
  icon: Coins,
  links: [
    { label: 'Invoices', href: adminPaths.invoices, reads: 'invoices', icon: ReceiptText },
    { label: 'Money', href: adminPaths.money, reads: ['invoices', 'payments'], icon: Banknote },
    { label: 'Store Credit', href: adminPaths.credit, reads: 'credit', icon: Wallet },
  ],
}
const reports: AdminLink = { label: 'Reports', href: adminPaths.reports, reads: 'reports', icon: ChartNoAxesCombined }
const setup: AdminGroup = {
  id: 'setup',
  label: 'Setup',
  icon: SlidersHorizontal,
  links: [
    { label: 'Emails', href: adminPaths.emails, reads: 'emails', icon: Mails },
    { label: 'Policies', href: adminPaths.policies, reads: ['policies', 'settings'], icon: Scale },
    { label: 'Network Figures', href: adminPaths.network, reads: 'network', icon: Gauge },
    { label: 'Integrations', href: adminPaths.integrations, reads: ['keys', 'webhooks'], icon: Plug },
    { label: 'Invoice Settings', href: adminPaths.invoiceSettings, reads: 'invoices', icon: FileCog },
    // Only where a shop is tried out.
    { label: 'Outgoing Emails', href: adminPaths.outgoingEmails, reads: [], icon: MailOpen },
  ],
}

/** Below the links of the requirements. */
export const furtherParts: readonly (AdminGroup | AdminLink)[] = [desk, stock, money, reports, setup]

export const isGroup = (part: AdminGroup | AdminLink): part is AdminGroup => 'links' in part

export const furtherLinks: readonly AdminLink[] = furtherParts.flatMap((part) => (isGroup(part) ? part.links : part))

/** A screen opens for a person who may read one of its routers. @param mayRead true for a router that the person may read */
export const mayOpen = ({ reads }: Pick<AdminLink, 'reads'>, mayRead: (router: string) => boolean): boolean => {
  const routers = [reads].flat()
  return routers.length === 0 || routers.some(mayRead)
}

/** Of no entry in the menu: pages of customers, and types of parts. */
const screens: readonly Pick<AdminLink, 'href' | 'reads'>[] = [
  ...adminLinks,
  ...furtherLinks,
  { href: adminPaths.customers, reads: 'customers' },
  { href: adminPaths.partTypes, reads: 'parts' },
]

/** The screen that an address opens; undefined for what everybody may open. @param address with or without its query */
export function screenOf(address: string): Pick<AdminLink, 'href' | 'reads'> | undefined {
  const [pathname = ''] = address.split(/[?#]/)
  if (pathname === adminPaths.apiDescription) return undefined
  return screens.find(({ href }) => href === address) ?? screens.find(({ href }) => isActiveLink(href, pathname))
}

export const customerPage = (userId: string): string => `${adminPaths.customers}/${userId}`

/** Dashboard is active on /admin only, every other link also on the paths below its own (requirements §2). */
const isActiveLink = (href: string, pathname: string) => pathname === href || (href !== paths.admin && pathname.startsWith(`${href}/`))

/** A link to a part of a screen takes precedence over the screen's. @param asPath with its query */
export function activeLink(links: readonly AdminLink[], pathname: string, asPath: string): string | undefined {
  const part = links.find(({ href }) => href.includes('?') && asPath === href)
  return (part ?? links.find(({ href }) => isActiveLink(href, pathname)))?.href
}
