import { clsx } from 'clsx/lite'
import {
  CircleAlert,
  RefreshCw,
  ArrowLeftRight,
  Euro,
  Package,
  ShoppingCart,
  TrendingDown,
  TrendingUp,
  Users,
  Wrench,
} from '~/components/icons/lucide'
import { RelativeTime, useMay } from '~/components/admin-list/cells'
import { StatCard, StatCardSkeleton, StatLine } from '~/components/charts/stat-card'
import { adminPaths } from '~/components/layouts/admin-nav'
import { ScreenHeader } from '~/components/layouts/screen-header'
import type { ScopedRouter } from '~/contracts/identity/api-keys'
import { platformNoticeText } from '~/contracts/catalogue/platform-notices'
import { growthText, repairVolume, type DashboardCharts, type DashboardStats } from '~/contracts/office/dashboard'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { withoutBatch, trpc } from '~/trpc/client'
import { AttentionList } from './attention-list'
import { PipelinePanels, RevenuePanel } from './chart-panels'
import { dashboardMessages, useLoggedFailure } from './messages'
import { RecentList } from './recent-list'
import { SetupChecklist } from './setup-checklist'

/** Undefined before the first answer, null after a failure, even while retrying. */
function useCharts(): DashboardCharts | null | undefined {
  const { data, error, isFetched } = trpc.dashboard.charts.useQuery(undefined, withoutBatch)
  useLoggedFailure(error, dashboardMessages.chartsFailed)
  return data ?? (isFetched ? null : undefined)
}

/** Polling interval, since a shown age must not grow stale. */
const LOOK_MS = 60_000

/** Age of the platform's list on the site, and problems to fix there. Renders nothing without a platform. */
function ShopListAge() {
  const { data, error } = trpc.dashboard.shopList.useQuery(undefined, { ...withoutBatch, refetchInterval: LOOK_MS })
  useLoggedFailure(error, dashboardMessages.shopListFailed)
  if (!data || (data.products === null && data.notices.length === 0)) return null
  const { fetchedAt, failedAt, failure, products, notices } = data
  const title = products === null ? 'Shopify' : 'Products from Shopify'
  const Icon = failedAt ? CircleAlert : RefreshCw
  return (
    <section
      aria-label={title}
      className="mt-6 flex items-baseline gap-3 rounded-card border border-line bg-surface px-5 py-3 text-sm text-ink-muted"
    >
      <Icon aria-hidden="true" className={clsx('size-4 shrink-0 translate-y-0.5', failedAt && 'text-warn-ink')} />
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <p>
          <span className="font-medium text-ink">{title}: </span>
          {products === null ? (
            'something is to be set up there'
          ) : fetchedAt ? (
            <>
              {products.toLocaleString('en-GB')} shown, read <RelativeTime at={fetchedAt} />
            </>
          ) : (
            'not read yet'
          )}
        </p>
        {failedAt && (
          <p className="text-warn-ink">
            The last try failed <RelativeTime at={failedAt} />: {failure}
          </p>
        )}
        {notices.length > 0 && (
          <ul className="flex w-full list-disc flex-col gap-1 pl-5 text-warn-ink">
            {notices.map((notice) => (
              <li key={`${notice.kind} ${notice.subject}`}>{platformNoticeText(notice)}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** (requirements §2). Each part loads by itself; a failure is only logged (requirements §8). */
export function DashboardScreen() {
  const overview = trpc.dashboard.overview.useQuery()
  const { data, error, isFetched } = overview
  useLoggedFailure(error, dashboardMessages.loadFailed)
  const charts = useCharts()

  const may = useMay()
  const recent = data?.recent
  const missing = isFetched ? null : undefined
  return (
    <>
      <ScreenHeader title={dashboardMessages.title} subtitle={dashboardMessages.welcome} />
      <div aria-busy={!isFetched}>
        {isFetched ? <StatCards stats={data?.stats} /> : <StatCardSkeletons />}
        <div className="mt-4 grid gap-4 lg:grid-cols-3">
          <RecentList
            title="Recent Repairs"
            href={may('repairs', 'read') ? adminPaths.repairs : undefined}
            rows={
              recent
                ? recent.repairs.map((repair) => ({
                    ...repair,
                    number: repair.repairNumber,
                    to: casePageOf('repairs', repair.repairNumber),
                  }))
                : missing
            }
            emptyText="No recent repairs"
          />
          <RecentList
            title="Recent Trade-ins"
            href={may('tradeIns', 'read') ? adminPaths.tradeIns : undefined}
            rows={
              recent
                ? recent.tradeIns.map((tradeIn) => ({
                    ...tradeIn,
                    number: tradeIn.tradeInNumber,
                    to: casePageOf('tradeIns', tradeIn.tradeInNumber),
                  }))
                : missing
            }
            emptyText="No recent trade-ins"
          />
          <RecentList
            title="Recent Orders"
            href={may('orders', 'read') ? adminPaths.orders : undefined}
            rows={
              recent
                ? recent.orders.map((order) => ({ ...order, number: order.orderNumber, to: detailsOf(adminPaths.orders, order.id) }))
                : missing
            }
            emptyText="No recent orders"
          />
        </div>
        <div className="mt-4">
          <AttentionList />
        </div>
        <SetupChecklist />
        <ShopListAge />
        <div className="mt-4">
          <RevenuePanel charts={charts} />
        </div>
        <PipelinePanels charts={charts} />
      </div>
    </>
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

const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3'
const CARDS = 6

const number = new Intl.NumberFormat('en-GB')

/** (requirements §2 Admin dashboard) Without `stats` each card says that it could not be read. */
function StatCards({ stats }: { stats: DashboardStats | undefined }) {
  const may = useMay()
  const link = (router: ScopedRouter, href: string) => (may(router, 'read') ? href : undefined)
  const figure = (value: number | undefined) => (value === undefined ? dashboardMessages.unknown : number.format(value))
  return (
    <dl aria-label="Figures" className={grid}>
      <StatCard label="Total Users" href={link('users', adminPaths.users)} icon={Users} value={figure(stats?.totalUsers)}>
        {stats && <GrowthLine percent={stats.userGrowth} />}
      </StatCard>
      <StatCard label="Total Orders" href={link('orders', adminPaths.orders)} icon={ShoppingCart} value={figure(stats?.totalOrders)}>
        {stats && <GrowthLine percent={stats.orderGrowth} />}
      </StatCard>
      <StatCard
        label="Products in Stock"
        href={link('products', `${adminPaths.products}?stock=in`)}
        icon={Package}
        value={figure(stats?.productsInStock)}
      />
      <StatCard
        label="Active Repairs"
        href={link('repairs', `${adminPaths.repairs}?work=open`)}
        icon={Wrench}
        value={figure(stats?.activeRepairs)}
      >
        {stats && <StatLine>{repairVolume(stats.activeRepairs)}</StatLine>}
      </StatCard>
      <StatCard
        label="Pending Trade-ins"
        href={link('tradeIns', `${adminPaths.tradeIns}?work=open`)}
        icon={ArrowLeftRight}
        value={figure(stats?.pendingTradeIns)}
      />
      <StatCard
        label="Monthly Revenue"
        href={link('reports', adminPaths.reports)}
        icon={Euro}
        value={stats ? formatEuro(stats.monthlyRevenue) : dashboardMessages.unknown}
      >
        {stats && <GrowthLine percent={stats.revenueChange} />}
      </StatCard>
    </dl>
  )
}

function StatCardSkeletons() {
  return (
    <div aria-hidden="true" className={grid}>
      {Array.from({ length: CARDS }, (_, index) => (
        <StatCardSkeleton key={index} />
      ))}
    </div>
  )
}
