import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import type { PaymentRow } from '~/contracts/billing/receipts'

interface PaidNoteProps {
  /** EUR left to pay now. */
  due: number
  payments: readonly PaymentRow[]
}

/** After the card provider's page: says that the payment is being confirmed, until it arrives. */
export function PaidNote({ due, payments }: PaidNoteProps) {
  const router = useRouter()
  const { paid } = router.query
  // Removes the payment from the address once it has arrived, so that a later visit is a plain one.
  const [page] = useState(paid)
  const isHere = page !== undefined && (due === 0 || payments.some(({ checkoutId }) => checkoutId === page))
  const isMarked = paid !== undefined
  useEffect(() => {
    if (!isHere || !isMarked) return
    const { paid: _, ...query } = router.query
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false })
  }, [isHere, isMarked, router])
  if (page === undefined) return null
  return (
    <FormNote tone={isHere ? 'success' : 'info'} role="status">
      {isHere ? 'Thank you. We have your payment.' : 'Thank you. We are confirming your payment. You need not pay again.'}
    </FormNote>
  )
}
