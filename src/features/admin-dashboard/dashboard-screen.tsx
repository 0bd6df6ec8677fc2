import { ScreenHeader } from '~/components/layouts/screen-header'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { AttentionList } from './attention-list'
import { PipelinePanels, RevenuePanel } from './chart-panels'
import { dashboardMessages } from './dashboard-messages'
import { RecentList } from './recent-list'
import { SetupChecklist } from './setup-checklist'
import { ShopListAge } from './shop-list-age'
import { StatCards, StatCardSkeletons } from './stat-cards'
import { useCharts } from './use-charts'
import { useLoggedFailure } from './use-logged-failure'

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
            href={paths.adminRepairs}
            rows={recent ? recent.repairs.map((repair) => ({ ...repair, number: repair.repairNumber })) : missing}
            emptyText="No recent repairs"
          />
          <RecentList
            title="Recent Trade-ins"
            href={paths.adminTradeIns}
            rows={recent ? recent.tradeIns.map((tradeIn) => ({ ...tradeIn, number: tradeIn.tradeInNumber })) : missing}
            emptyText="No recent trade-ins"
          />
          <RecentList
            title="Recent Orders"
            href={paths.adminOrders}
            rows={recent ? recent.orders.map((order) => ({ ...order, number: order.orderNumber })) : missing}
            emptyText="No recent orders"
          />
        </div>
      </div>
    </>
  )
}
