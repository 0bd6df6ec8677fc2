import { useEffect, useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { formatEuro } from '~/lib/money'

/** For customers with store credit, which staff put on an order: nobody shall pay all of it before they know. */
export function CreditNote({ contactEmail, takesTransfer }: { contactEmail: string; takesTransfer: boolean }) {
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
      You have {formatEuro(balance)} of store credit. To pay with it,{' '}
      {takesTransfer ? 'choose bank transfer, and write to' : 'do not order here yet: write to'}{' '}
      <a href={`mailto:${contactEmail}`} className="font-medium underline underline-offset-4">
        {contactEmail}
      </a>{' '}
      {takesTransfer
        ? 'with the number of your order before you pay. We put the credit on it, and you pay the rest.'
        : 'what you would like to buy.'}
    </FormNote>
  )
}
