import {
  ArrowLeftRight,
  Banknote,
  CheckCheck,
  ChartNoAxesCombined,
  Component,
  Cpu,
  LayoutDashboard,
  Mails,
  Package,
  Plug,
  ReceiptText,
  ScanLine,
  Server,
  Settings,
  ShoppingCart,
  Users,
  Wallet,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '~/lib/paths'

/** The screens of the back office (requirements §2 Route table), apart from the site's addresses, which every public page loads. */
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
  approvals: '/admin/approvals',
  customers: '/admin/customers',
  integrations: '/admin/integrations',
  emails: '/admin/emails',
  policies: '/admin/policies',
  apiDescription: '/admin/integrations/api',
  outgoingEmails: '/admin/outgoing-emails',
} as const

/** The API as OpenAPI describes it, for everybody. */
export const API_DOCUMENT = '/api/openapi.json'
/** The same as a page of text. */
export const API_PAGE = '/api/api.md'

export interface AdminLink {
  label: string
  href: string
  icon: LucideIcon
}

/** The back office's screens in the order of its sidebar (requirements §2 Admin layout). */
export const adminLinks: readonly AdminLink[] = [
  { label: 'Dashboard', href: paths.admin, icon: LayoutDashboard },
  { label: 'Users', href: adminPaths.users, icon: Users },
  { label: 'Orders', href: adminPaths.orders, icon: ShoppingCart },
  { label: 'Products', href: adminPaths.products, icon: Package },
  { label: 'Machines', href: adminPaths.machines, icon: Cpu },
  { label: 'Repairs', href: adminPaths.repairs, icon: Wrench },
  { label: 'Trade-ins', href: adminPaths.tradeIns, icon: ArrowLeftRight },
  { label: 'Settings', href: adminPaths.settings, icon: Settings },
]

/** Screens beyond those, below them in the sidebar. */
export const furtherLinks: readonly AdminLink[] = [
  { label: 'Scan', href: adminPaths.scan, icon: ScanLine },
  { label: 'Units', href: adminPaths.units, icon: Server },
  { label: 'Parts', href: adminPaths.parts, icon: Component },
  { label: 'Reports', href: adminPaths.reports, icon: ChartNoAxesCombined },
  { label: 'Invoices', href: adminPaths.invoices, icon: ReceiptText },
  { label: 'Money', href: adminPaths.money, icon: Banknote },
  { label: 'Store Credit', href: adminPaths.credit, icon: Wallet },
  { label: 'Approvals', href: adminPaths.approvals, icon: CheckCheck },
  { label: 'Emails', href: adminPaths.emails, icon: Mails },
  { label: 'Policies', href: adminPaths.policies, icon: Settings },
  { label: 'Integrations', href: adminPaths.integrations, icon: Plug },
  // Only where a shop is tried out.
  { label: 'Outgoing Emails', href: adminPaths.outgoingEmails, icon: Mails },
]

/** The page of a customer. @param userId their user id */
export const customerPage = (userId: string): string => `${adminPaths.customers}/${userId}`

/** Dashboard is active on exactly /admin, every other link on its path and all below it (requirements §2). */
export const isActiveLink = (href: string, pathname: string) =>
  pathname === href || (href !== paths.admin && pathname.startsWith(`${href}/`))
