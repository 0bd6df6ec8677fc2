import { useCallback } from 'react'
import type { StatusQuestion } from '~/components/admin-list/status-records'
import { leftToPayQuestion } from '~/lib/left-to-pay-question'
import { trpc, type RouterInputs } from '~/trpc/client'

/**
 * Asks before orders are completed that are not paid in whole. Programs are not asked.
 * @returns undefined at once where the status needs no question
 */
export function useCompletionQuestion() {
  const { mutateAsync } = trpc.orders.leftToPay.useMutation()
  return useCallback(
    (chosen: RouterInputs['orders']['leftToPay'], status: string): Promise<StatusQuestion | null> | undefined =>
      status === 'completed' ? mutateAsync(chosen).then((left) => leftToPayQuestion(left, 'Complete')) : undefined,
    [mutateAsync],
  )
}
