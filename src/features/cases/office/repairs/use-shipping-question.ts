import { useCallback } from 'react'
import type { StatusQuestion } from '~/components/admin-list/status-records'
import type { LeftToPay } from '~/contracts/credit/bill'
import { leftToPayQuestion } from '~/lib/left-to-pay-question'
import { trpc, type RouterInputs } from '~/trpc/client'

/** 'REP-10001 has €175.00 left to pay. Ship it anyway?' @returns null where nothing is left */
export const shippingQuestion = (left: LeftToPay): StatusQuestion | null => leftToPayQuestion(left)

/**
 * Asks before repairs are shipped that are not paid in whole. Programs are not asked.
 * @returns undefined at once where the status needs no question
 */
export function useShippingQuestion() {
  const { mutateAsync } = trpc.repairs.leftToPay.useMutation()
  return useCallback(
    (chosen: RouterInputs['repairs']['leftToPay'], status: string): Promise<StatusQuestion | null> | undefined =>
      status === 'shipped' ? mutateAsync(chosen).then(shippingQuestion) : undefined,
    [mutateAsync],
  )
}
