import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { machineListInput } from '~/contracts/machines'
import { trpc } from '~/trpc/client'
import { machineWords } from './machine-words'

/** The view that the address names, and its rows; the rows before stay while the next ones load. */
export function useMachineList() {
  const view = useAdminList(machineListInput)
  const machines = trpc.machines.list.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(machines.error, machineWords.loadFailed)
  return { view, machines }
}

export type MachineView = ReturnType<typeof useMachineList>['view']
