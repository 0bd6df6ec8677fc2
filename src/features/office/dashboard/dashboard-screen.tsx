import { clsx } from 'clsx/lite'
import { CircleAlert, RefreshCw } from '~/components/icons/lucide'
import { RelativeTime, useMay } from '~/components/admin-list/cells'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { platformNoticeText } from '~/contracts/catalogue/platform-notices'
import type { DashboardCharts } from '~/contracts/office/dashboard'
import { withoutBatch, trpc } from '~/trpc/client'
import { AttentionList } from './attention-list'
import { PipelinePanels, RevenuePanel } from './chart-panels'
import { dashboardMessages, useLoggedFailure } from './messages'
import { RecentLists } from './recent-lists'
import { SetupChecklist } from './setup-checklist'
import { StatCards } from './stat-cards'

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
  const may = useMay()
  const { data, error } = trpc.dashboard.shopList.useQuery(undefined, {
    ...withoutBatch,
    refetchInterval: LOOK_MS,
    enabled: may('products', 'read'),
  })
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

/** (requirements §2). Each part loads by itself; a failure is only logged (requirements §8). Shows no more than the reader's lists do. */
export function DashboardScreen() {
  const { data, error, isFetched } = trpc.dashboard.overview.useQuery()
  useLoggedFailure(error, dashboardMessages.loadFailed)
  const charts = useCharts()
  const may = useMay()
  return (
    <>
      <ScreenHeader title={dashboardMessages.title} subtitle={dashboardMessages.welcome} />
      <div aria-busy={!isFetched}>
        <StatCards stats={data?.stats} isFetched={isFetched} />
        <RecentLists recent={data?.recent} isFetched={isFetched} />
        <div className="mt-4">
          <AttentionList />
        </div>
        <SetupChecklist />
        <ShopListAge />
        {may('orders', 'read') && (
          <div className="mt-4">
            <RevenuePanel charts={charts} />
          </div>
        )}
        <PipelinePanels charts={charts} />
      </div>
    </>
  )
}
