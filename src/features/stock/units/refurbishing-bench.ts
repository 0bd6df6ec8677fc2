import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import { type Unit, unitStateWords } from '~/contracts/stock/units'
import { trpc } from '~/trpc/client'

/** Refetches the unit after a change or a conflict, and reports failures. */
export function useBench() {
  const utils = trpc.useUtils()
  return {
    onSettled: () => utils.units.invalidate(),
    onError: failureToast('Failed to save the refurbishment'),
  }
}

export const sayState = ({ unitNumber, state }: Unit) =>
  notifySuccess(`${unitNumber} is ${state === 'refurbishing' ? 'on the bench' : unitStateWords[state].label.toLowerCase()}`)

export const useBeginRefurbishing = () => trpc.units.beginRefurbishing.useMutation({ ...useBench(), onSuccess: sayState })
