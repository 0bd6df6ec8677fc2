import { useCallback } from 'react'
import type { StatusQuestion } from '~/components/admin-list/status-records'
import type { LeftToPay } from '~/contracts/credit/bill'
import { formatEuro } from '~/lib/money'
import { trpc, type RouterInputs } from '~/trpc/client'

/** 'REP-10001 has €175.00 left to pay. Ship it anyway?' @returns null where nothing is left */
export function shippingQuestion({ count, amount, most, isLeast }: LeftToPay): StatusQuestion | null {
  const confirm = 'Ship anyway'
  const [first] = most
  if (count === 0 || !first) return null
  if (count === 1 && !isLeast) return { text: `${first.number} has ${formatEuro(first.due)} left to pay. Ship it anyway?`, confirm }
  const named = most.map(({ number, due }) => `${number} (${formatEuro(due)})`).join(', ')
  const others = count - most.length
  const who = others > 0 ? `${named} and ${others.toLocaleString('en-GB')} more` : named
  return { text: `${who} have ${isLeast ? 'at least ' : ''}${formatEuro(amount)} left to pay. Ship them anyway?`, confirm }
}

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
