import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import type { PaymentRow } from '~/contracts/credit/receipts'

/** Nobody is on the provider's page for longer. */
const RECENT_MS = 15 * 60_000

interface PaidNoteProps {
  /** EUR left to pay now. */
  due: number
  payments: readonly PaymentRow[]
}

/** Whoever comes back from the card provider's page hears that it is being confirmed, until the payment is here. */
export function PaidNote({ due, payments }: PaidNoteProps) {
  const router = useRouter()
  const { paid } = router.query
  // Once seen, the address loses it: a later visit has not come back from paying.
  const [came] = useState(() => (paid === '1' ? { at: Date.now(), payments: payments.length } : undefined))
  const isHere =
    came !== undefined &&
    (due === 0 ||
      payments.length > came.payments ||
      payments.some(({ method, createdAt }) => method === 'stripe' && createdAt.getTime() > came.at - RECENT_MS))
  const isMarked = paid !== undefined
  useEffect(() => {
    if (!isHere || !isMarked) return
    const { paid: _, ...query } = router.query
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false })
  }, [isHere, isMarked, router])
  if (!came) return null
  return (
    <FormNote tone={isHere ? 'success' : 'info'} role="status">
      {isHere ? 'Thank you. We have your payment.' : 'Thank you. We are confirming your payment. You need not pay again.'}
    </FormNote>
  )
}
