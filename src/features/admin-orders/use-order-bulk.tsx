import { BulkBar } from '~/components/admin-list/bulk-bar'
import { BulkStatus } from '~/components/admin-list/bulk-status'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import type { OrderList } from '~/contracts/orders'
import { orderStatuses } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { orderWords } from './order-words'
import type { OrderView } from './use-order-list'

/** Work on many orders at once: which are selected, and the bar that says what can be done with them. */
export function useOrderBulk({ input: { search, status } }: OrderView, list: OrderList | undefined) {
  const utils = trpc.useUtils()
  const update = trpc.orders.updateStatuses.useMutation()
  const page = (list?.rows ?? []).map(({ id, version, orderNumber: name }) => ({ id, version, name }))
  const shown = { ...(search !== undefined && { search }), ...(status && { status }) }
  const { chosen, ...selection } = useSelection(page, shown)

  const onDone = () => {
    selection.clear()
    void utils.orders.invalidate()
    void utils.audit.history.invalidate()
    void utils.dashboard.overview.invalidate()
  }
  const bar = list && (
    <BulkBar
      noun="orders"
      matching={list.matching}
      matchingIsLeast={list.matchingIsLeast}
      count={async () => (await utils.orders.countMatching.fetch(shown, { staleTime: 0 })).matching}
    >
      <BulkStatus
        noun="orders"
        statuses={orderStatuses}
        count={selection.count}
        all={selection.all}
        change={(next) => update.mutateAsync({ ...chosen, status: next })}
        failed={orderWords.statusFailed}
        onDone={onDone}
      />
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}
