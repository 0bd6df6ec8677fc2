import { useStatusChange } from '~/components/admin-list/use-status-change'
import type { Repair } from '~/contracts/repairs'
import type { RepairStatus } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { repairWords } from './repair-words'

/** Changing the status of repairs in every list that shows them. */
export function useRepairStatus() {
  const utils = trpc.useUtils()
  const update = trpc.repairs.updateStatus.useMutation()

  return useStatusChange<Repair, RepairStatus>({
    label: 'Status',
    subject: 'this repair',
    read: (repair) => repair.status,
    write: (repair, status) => ({ ...repair, status }),
    save: ({ id, version }, status) => update.mutateAsync({ id, status, version }),
    reload: ({ id }) => utils.repairs.byId.fetch({ id }, { staleTime: 0 }),
    onStored: (stored) => {
      utils.repairs.byId.setData({ id: stored.id }, stored)
      utils.repairs.list.setQueriesData(
        undefined,
        {},
        (list) => list && { ...list, rows: list.rows.map((repair) => (repair.id === stored.id ? stored : repair)) },
      )
      void utils.repairs.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'repair', subjectId: stored.id })
      void utils.dashboard.overview.invalidate()
    },
    done: repairWords.statusUpdated,
    failed: repairWords.statusFailed,
  })
}
