import type { DashboardCharts } from '~/contracts/office/dashboard'
import { withoutBatch, trpc } from '~/trpc/client'
import { dashboardMessages, useLoggedFailure } from './messages'
import { clsx } from 'clsx'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { RelativeTime } from '~/components/admin-list/cells'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { adminPaths } from '~/components/layouts/admin-nav'
import { AttentionList } from './attention-list'
import { PipelinePanels, RevenuePanel } from './chart-panels'
import { RecentList } from './recent-list'
import { SetupChecklist } from './setup-checklist'
import { StatCardSkeletons, StatCards } from './stat-cards'

/** The charts' figures: undefined while they are on their way, null where they could not be read. */
function useCharts(): DashboardCharts | null | undefined {
  const { data, error, isPending } = trpc.dashboard.charts.useQuery(undefined, withoutBatch)
  useLoggedFailure(error, dashboardMessages.chartsFailed)
  return data ?? (isPending ? undefined : null)
}

/** Milliseconds between two looks: an age that is on the screen must not grow old itself. */
const LOOK_MS = 60_000

/** How young the shop platform's list is that visitors see, and why it is not younger. Nothing for the own catalogue. */
function ShopListAge() {
  const { data, error } = trpc.dashboard.shopList.useQuery(undefined, { ...withoutBatch, refetchInterval: LOOK_MS })
  useLoggedFailure(error, dashboardMessages.shopListFailed)
  if (!data) return null
  const { fetchedAt, failedAt, failure, products } = data
  const Icon = failedAt ? CircleAlert : RefreshCw
  return (
    <section
      aria-label="Products from Shopify"
      className="mt-6 flex items-baseline gap-3 rounded-card border border-line bg-surface px-5 py-3 text-sm text-ink-muted"
    >
      <Icon aria-hidden="true" className={clsx('size-4 shrink-0 translate-y-0.5', failedAt && 'text-warn-ink')} />
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <p>
          <span className="font-medium text-ink">Products from Shopify: </span>
          {fetchedAt ? (
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
      </div>
    </section>
  )
}

/** Dashboard (spec §2): six figures, how they came about, what waits and what is new. Each part is read by itself. A failure to read them is only logged (spec §8). */
export function DashboardScreen() {
  const overview = trpc.dashboard.overview.useQuery()
  const { data, error, isPending } = overview
  useLoggedFailure(error, dashboardMessages.loadFailed)
  const charts = useCharts()

  const recent = data?.recent
  const missing = isPending ? undefined : null
  return (
    <>
      <ScreenHeader title={dashboardMessages.title} subtitle={dashboardMessages.welcome} />
      <div aria-busy={isPending}>
        {isPending ? <StatCardSkeletons /> : <StatCards stats={data?.stats} />}
        <SetupChecklist />
        <ShopListAge />
        <div className="mt-6 grid gap-4 lg:grid-cols-3">
          <div className="lg:col-span-2">
            <RevenuePanel charts={charts} />
          </div>
          <AttentionList />
        </div>
        <PipelinePanels charts={charts} />
        <div className="mt-4 grid gap-4 lg:grid-cols-3">
          <RecentList
            title="Recent Repairs"
            href={adminPaths.repairs}
            rows={recent ? recent.repairs.map((repair) => ({ ...repair, number: repair.repairNumber })) : missing}
            emptyText="No recent repairs"
          />
          <RecentList
            title="Recent Trade-ins"
            href={adminPaths.tradeIns}
            rows={recent ? recent.tradeIns.map((tradeIn) => ({ ...tradeIn, number: tradeIn.tradeInNumber })) : missing}
            emptyText="No recent trade-ins"
          />
          <RecentList
            title="Recent Orders"
            href={adminPaths.orders}
            rows={recent ? recent.orders.map((order) => ({ ...order, number: order.orderNumber })) : missing}
            emptyText="No recent orders"
          />
        </div>
      </div>
    </>
  )
}
