import { clsx } from 'clsx/lite'
import {
  ArrowLeftRight,
  Euro,
  Package,
  ShoppingCart,
  TrendingDown,
  TrendingUp,
  Users,
  Wrench,
  type LucideIcon,
} from '~/components/icons/lucide'
import { useMay } from '~/components/admin-list/cells'
import { StatCard, StatCardSkeleton, StatLine } from '~/components/charts/stat-card'
import { adminPaths } from '~/components/layouts/admin-nav'
import type { ScopedRouter } from '~/contracts/identity/api-keys'
import { figureSources, growthText, repairVolume, type DashboardStats, type Figure } from '~/contracts/office/dashboard'
import { formatEuro } from '~/lib/money'
import { dashboardMessages } from './messages'

const number = new Intl.NumberFormat('en-GB')
const count = (value: number) => number.format(value)

interface Card {
  label: string
  figure: Figure
  icon: LucideIcon
  format: (value: number) => string
  /** Leads there who may read the router. */
  to: readonly [ScopedRouter, string]
  change?: Figure
  remark?: (value: number) => string
}

/** (requirements §2 Admin dashboard) */
const cards: readonly Card[] = [
  {
    label: 'Total Users',
    figure: 'totalUsers',
    icon: Users,
    format: count,
    to: ['users', adminPaths.users],
    change: 'userGrowth',
  },
  {
    label: 'Total Orders',
    figure: 'totalOrders',
    icon: ShoppingCart,
    format: count,
    to: ['orders', adminPaths.orders],
    change: 'orderGrowth',
  },
  {
    label: 'Products in Stock',
    figure: 'productsInStock',
    icon: Package,
    format: count,
    to: ['products', `${adminPaths.products}?stock=in`],
  },
  {
    label: 'Active Repairs',
    figure: 'activeRepairs',
    icon: Wrench,
    format: count,
    to: ['repairs', `${adminPaths.repairs}?work=open`],
    remark: repairVolume,
  },
  {
    label: 'Pending Trade-ins',
    figure: 'pendingTradeIns',
    icon: ArrowLeftRight,
    format: count,
    to: ['tradeIns', `${adminPaths.tradeIns}?work=open`],
  },
  {
    label: 'Monthly Revenue',
    figure: 'monthlyRevenue',
    icon: Euro,
    format: formatEuro,
    to: ['reports', adminPaths.reports],
    change: 'revenueChange',
  },
]

/** Cards of the figures that the reader may read. Without `stats` each says that it could not be read. */
export function StatCards({ stats, isFetched }: { stats: DashboardStats | undefined; isFetched: boolean }) {
  const may = useMay()
  const shown = cards.filter(({ figure }) => may(figureSources[figure], 'read'))
  if (shown.length === 0) return null
  const grid = clsx('grid grid-cols-2 gap-3 sm:gap-4', shown.length > 2 && 'lg:grid-cols-3')
  if (!isFetched)
    return (
      <div aria-hidden="true" className={grid}>
        {shown.map(({ label }) => (
          <StatCardSkeleton key={label} />
        ))}
      </div>
    )
  return (
    <dl aria-label="Figures" className={grid}>
      {shown.map(({ label, figure, icon, format, to: [router, href], change, remark }) => {
        const value = stats?.[figure] ?? null
        const percent = (change && stats?.[change]) ?? null
        return (
          <StatCard
            key={label}
            label={label}
            href={may(router, 'read') ? href : undefined}
            icon={icon}
            value={value === null ? dashboardMessages.unknown : format(value)}
          >
            {percent !== null && <GrowthLine percent={percent} />}
            {remark && value !== null && <StatLine>{remark(value)}</StatLine>}
          </StatCard>
        )
      })}
    </dl>
  )
}

/** Change since last month; renders nothing for none (requirements §9). */
function GrowthLine({ percent }: { percent: number }) {
  const words = growthText(percent)
  if (!words) return null
  const Icon = words.positive ? TrendingUp : TrendingDown
  return (
    <StatLine>
      <span className={clsx('inline-flex items-start gap-1.5', words.positive ? 'text-success-ink' : 'text-danger-ink')}>
        <Icon className="mt-0.5 hidden size-4 shrink-0 sm:block" aria-hidden="true" />
        {words.text}
      </span>
    </StatLine>
  )
}
