import type * as z from 'zod'
import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { updateTradeInInput } from '~/contracts/trade-in-inputs'
import type { TradeIn } from '~/contracts/trade-ins'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'

type Changes = Omit<z.input<typeof updateTradeInInput>, 'id' | 'version'>

/** Saving a part of a trade-in, as components/admin-case/edit-section takes it. @param read the part's values of a trade-in */
export function useTradeInSave<Values extends Changes>({ id }: TradeIn, read: (tradeIn: TradeIn) => Values) {
  const utils = trpc.useUtils()
  const update = trpc.tradeIns.update.useMutation()
  const changed = useCaseChanged('tradeIns')
  const toStored = (tradeIn: TradeIn) => ({ values: read(tradeIn), version: tradeIn.version })
  return {
    save: async (values: Values, version: number) => toStored(await update.mutateAsync({ ...values, id, version })),
    reload: async () => toStored(await utils.tradeIns.byId.fetch({ id }, { staleTime: 0 })),
    onSaved: () => {
      changed()
      notifySuccess('Trade-in updated successfully')
    },
    onFailure: (error: unknown) => notifyError('Failed to save trade-in', error, serverMessage(error)),
  }
}
