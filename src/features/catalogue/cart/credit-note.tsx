import { useEffect, useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { formatEuro } from '~/lib/money'

/** For customers with store credit: nobody shall pay all of it with money before they know. */
export function CreditNote({ takesTransfer }: { takesTransfer: boolean }) {
  const [balance, setBalance] = useState(0)
  useEffect(() => {
    import('~/trpc/vanilla-client')
      .then(({ vanillaClient }) => vanillaClient.credit.balance.query())
      .then(
        (credit) => setBalance(credit.balance),
        (error: unknown) => console.error('Store credit could not be read', error),
      )
  }, [])
  if (balance <= 0) return null
  return (
    <FormNote tone="info">
      You have {formatEuro(balance)} of store credit.{' '}
      {takesTransfer
        ? 'To pay with it, choose bank transfer, and then ‘Pay with store credit’ on the order in your account. You transfer the rest.'
        : 'To pay with it, order, and then choose ‘Pay with store credit’ on the order in your account before you pay the rest by card.'}
    </FormNote>
  )
}
