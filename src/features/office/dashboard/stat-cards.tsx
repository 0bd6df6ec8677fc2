import { ArrowLeftRight, Euro, Package, ShoppingCart, TrendingDown, TrendingUp, Users, Wrench } from 'lucide-react'
import { StatCard, StatCardSkeleton, StatLine } from '~/components/charts/stat-card'
import { clsx } from 'clsx'
import { type DashboardStats, growthText, repairVolume } from '~/contracts/office/dashboard'
import { formatEuro } from '~/lib/money'
import { dashboardMessages } from './messages'

/** By how much a figure has changed since last month; nothing where it has not (spec §9). */
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

const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3'
const CARDS = 6

const number = new Intl.NumberFormat('en-GB')

/** The six figures (spec §2 Admin dashboard). Without `stats` they could not be read, and each card says so. */
export function StatCards({ stats }: { stats: DashboardStats | undefined }) {
  const figure = (value: number | undefined) => (value === undefined ? dashboardMessages.unknown : number.format(value))
  return (
    <dl aria-label="Figures" className={grid}>
      <StatCard label="Total Users" icon={Users} value={figure(stats?.totalUsers)}>
        {stats && <GrowthLine percent={stats.userGrowth} />}
      </StatCard>
      <StatCard label="Total Orders" icon={ShoppingCart} value={figure(stats?.totalOrders)}>
        {stats && <GrowthLine percent={stats.orderGrowth} />}
      </StatCard>
      <StatCard label="Products in Stock" icon={Package} value={figure(stats?.totalProducts)} />
      <StatCard label="Active Repairs" icon={Wrench} value={figure(stats?.activeRepairs)}>
        {stats && <StatLine>{repairVolume(stats.activeRepairs)}</StatLine>}
      </StatCard>
      <StatCard label="Pending Trade-ins" icon={ArrowLeftRight} value={figure(stats?.pendingTradeIns)} />
      <StatCard label="Monthly Revenue" icon={Euro} value={stats ? formatEuro(stats.monthlyRevenue) : dashboardMessages.unknown}>
        {stats && <GrowthLine percent={stats.revenueChange} />}
      </StatCard>
    </dl>
  )
}

/** The cards before their figures are there. */
export function StatCardSkeletons() {
  return (
    <div aria-hidden="true" className={grid}>
      {Array.from({ length: CARDS }, (_, index) => (
        <StatCardSkeleton key={index} />
      ))}
    </div>
  )
}
