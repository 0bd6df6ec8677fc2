import { clsx } from 'clsx/lite'
import { useMay } from '~/components/admin-list/cells'
import { adminPaths } from '~/components/layouts/admin-nav'
import type { DashboardOverview } from '~/contracts/office/dashboard'
import type { StatusNoun } from '~/contracts/records'
import { casePageOf, listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { RecentList, type RecentRow } from './recent-list'

type Recent = DashboardOverview['recent']

/** (requirements §2 Admin dashboard) */
const lists: Record<StatusNoun, { title: string; emptyText: string; rowsOf: (recent: Recent) => RecentRow[] | undefined }> = {
  repairs: {
    title: 'Recent Repairs',
    emptyText: 'No recent repairs',
    rowsOf: ({ repairs }) => repairs?.map((row) => ({ ...row, number: row.repairNumber, to: casePageOf('repairs', row.repairNumber) })),
  },
  tradeIns: {
    title: 'Recent Trade-ins',
    emptyText: 'No recent trade-ins',
    rowsOf: ({ tradeIns }) =>
      tradeIns?.map((row) => ({ ...row, number: row.tradeInNumber, to: casePageOf('tradeIns', row.tradeInNumber) })),
  },
  orders: {
    title: 'Recent Orders',
    emptyText: 'No recent orders',
    rowsOf: ({ orders }) => orders?.map((row) => ({ ...row, number: row.orderNumber, to: detailsOf(adminPaths.orders, row.id) })),
  },
}

/** In the order of the requirements. */
const shownOrder: readonly StatusNoun[] = ['repairs', 'tradeIns', 'orders']

/** The newest records of the lists that the reader may open. */
export function RecentLists({ recent, isFetched }: { recent: Recent | undefined; isFetched: boolean }) {
  const may = useMay()
  const shown = shownOrder.filter((noun) => may(noun, 'read'))
  if (shown.length === 0) return null
  const missing = isFetched ? null : undefined
  return (
    <div className={clsx('mt-4 grid gap-4', shown.length === 2 && 'lg:grid-cols-2', shown.length === 3 && 'lg:grid-cols-3')}>
      {shown.map((noun) => {
        const { title, emptyText, rowsOf } = lists[noun]
        const rows = recent ? (rowsOf(recent) ?? null) : missing
        return <RecentList key={noun} title={title} href={listOf(noun)} rows={rows} emptyText={emptyText} />
      })}
    </div>
  )
}
