import {
  ArrowLeftRight,
  ChartNoAxesCombined,
  Cpu,
  LayoutDashboard,
  Package,
  Settings,
  ShoppingCart,
  Users,
  Wallet,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '~/lib/paths'

export interface AdminLink {
  label: string
  href: string
  icon: LucideIcon
}

/** The back office's screens in the order of its sidebar (spec §2 Admin layout). */
export const adminLinks: readonly AdminLink[] = [
  { label: 'Dashboard', href: paths.admin, icon: LayoutDashboard },
  { label: 'Users', href: paths.adminUsers, icon: Users },
  { label: 'Orders', href: paths.adminOrders, icon: ShoppingCart },
  { label: 'Products', href: paths.adminProducts, icon: Package },
  { label: 'Machines', href: paths.adminMachines, icon: Cpu },
  { label: 'Repairs', href: paths.adminRepairs, icon: Wrench },
  { label: 'Trade-ins', href: paths.adminTradeIns, icon: ArrowLeftRight },
  { label: 'Settings', href: paths.adminSettings, icon: Settings },
]

/** Screens beyond those, below them in the sidebar. */
export const furtherLinks: readonly AdminLink[] = [
  { label: 'Reports', href: `${paths.admin}/reports`, icon: ChartNoAxesCombined },
  { label: 'Store Credit', href: `${paths.admin}/credit`, icon: Wallet },
]

/** Dashboard is active on exactly /admin, every other link on its path and all below it (spec §2). */
export const isActiveLink = (href: string, pathname: string) =>
  pathname === href || (href !== paths.admin && pathname.startsWith(`${href}/`))
