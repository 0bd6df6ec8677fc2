import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { repairListInput } from '~/contracts/repairs'
import { trpc } from '~/trpc/client'
import { repairWords } from './repair-words'

/** The view that the address names, and its rows; the rows before stay while the next ones load. */
export function useRepairList() {
  const view = useAdminList(repairListInput)
  const repairs = trpc.repairs.list.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(repairs.error, repairWords.loadFailed)
  return { view, repairs }
}

export type RepairView = ReturnType<typeof useRepairList>['view']
