import type * as z from 'zod'
import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { updateRepairInput } from '~/contracts/repair-inputs'
import type { Repair } from '~/contracts/repairs'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'

type Changes = Omit<z.input<typeof updateRepairInput>, 'id' | 'version'>

/** Saving a part of a repair, as components/admin-case/edit-section takes it. @param read the part's values of a repair */
export function useRepairSave<Values extends Changes>({ id }: Repair, read: (repair: Repair) => Values) {
  const utils = trpc.useUtils()
  const update = trpc.repairs.update.useMutation()
  const changed = useCaseChanged('repairs')
  const toStored = (repair: Repair) => ({ values: read(repair), version: repair.version })
  return {
    save: async (values: Values, version: number) => toStored(await update.mutateAsync({ ...values, id, version })),
    reload: async () => toStored(await utils.repairs.byId.fetch({ id }, { staleTime: 0 })),
    onSaved: () => {
      changed()
      notifySuccess('Repair updated successfully')
    },
    onFailure: (error: unknown) => notifyError('Failed to save repair', error, serverMessage(error)),
  }
}
