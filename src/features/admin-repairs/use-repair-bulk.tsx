import { BulkBar } from '~/components/admin-list/bulk-bar'
import { BulkStatus } from '~/components/admin-list/bulk-status'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import type { RepairList } from '~/contracts/repairs'
import { repairStatuses } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { repairWords } from './repair-words'
import type { RepairView } from './use-repair-list'

/** Work on many repairs at once: which are selected, and the bar that says what can be done with them. */
export function useRepairBulk({ input: { search, status } }: RepairView, list: RepairList | undefined) {
  const utils = trpc.useUtils()
  const update = trpc.repairs.updateStatuses.useMutation()
  const page = (list?.rows ?? []).map(({ id, version, repairNumber: name }) => ({ id, version, name }))
  const shown = { ...(search !== undefined && { search }), ...(status && { status }) }
  const { chosen, ...selection } = useSelection(page, shown)

  const onDone = () => {
    selection.clear()
    void utils.repairs.invalidate()
    void utils.audit.history.invalidate()
    void utils.dashboard.overview.invalidate()
  }
  const bar = list && (
    <BulkBar
      noun="repairs"
      matching={list.matching}
      matchingIsLeast={list.matchingIsLeast}
      count={async () => (await utils.repairs.countMatching.fetch(shown, { staleTime: 0 })).matching}
    >
      <BulkStatus
        noun="repairs"
        statuses={repairStatuses}
        count={selection.count}
        all={selection.all}
        change={(next) => update.mutateAsync({ ...chosen, status: next })}
        failed={repairWords.statusFailed}
        onDone={onDone}
      />
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}
