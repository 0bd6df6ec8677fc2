import { useCallback } from 'react'
import type { StatusQuestion } from '~/components/admin-list/status-records'
import type { LeftToPay } from '~/contracts/billing/bill'
import { leftToPayQuestion } from '~/lib/left-to-pay-question'
import { trpc, type RouterInputs } from '~/trpc/client'

/** 'REP-10001 has no return address.' */
function addressMissing({ withoutAddress: { count, first } }: LeftToPay): string | null {
  if (count === 0) return null
  const others = count - first.length
  const who = others > 0 ? `${first.join(', ')} and ${others.toLocaleString('en-GB')} more` : first.join(', ')
  return `${who} ${count === 1 ? 'has' : 'have'} no return address.`
}

/** 'REP-10001 has €175.00 left to pay. Ship it anyway?', and which of many lack an address. @returns null if nothing is missing */
export function shippingQuestion(left: LeftToPay): StatusQuestion | null {
  const owed = leftToPayQuestion(left)
  const missing = addressMissing(left)
  if (missing === null) return owed
  return { confirm: owed?.confirm ?? 'Ship anyway', text: owed ? `${missing} ${owed.text}` : `${missing} Ship anyway?` }
}

/**
 * Asks before repairs are shipped unpaid or without an address.
 * @param asksAddress false if a dialog with the address field follows
 * @returns undefined at once if the status needs no question
 */
export function useShippingQuestion(asksAddress = true) {
  const { mutateAsync } = trpc.repairs.leftToPay.useMutation()
  return useCallback(
    (chosen: RouterInputs['repairs']['leftToPay'], status: string): Promise<StatusQuestion | null> | undefined =>
      status === 'shipped'
        ? mutateAsync(chosen).then((left) => (asksAddress ? shippingQuestion(left) : leftToPayQuestion(left)))
        : undefined,
    [mutateAsync, asksAddress],
  )
}
