import { FormNote } from '~/components/form/form-note'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

interface ApprovalNoteProps {
  /** Of the form's own procedure, whose right is then enough. */
  router: 'credit' | 'invoices' | 'payments'
  /** The customer directly, or by a payment. */
  of: { userId?: string | undefined; paymentId?: string; creditPaymentId?: string }
  /** EUR to give; below 0 to take away. */
  amount: number
}

const questions = {
  credit: trpc.credit.leftToGive,
  invoices: trpc.invoices.leftToGive,
  payments: trpc.payments.leftToGive,
}

/** Warns before sending that the amount will wait for a second administrator. */
export function ApprovalNote({ router, of, amount }: ApprovalNoteProps) {
  const { data } = questions[router].useQuery(of)
  const sum = Math.abs(amount)
  if (!data || !(sum > data.left)) return null
  return (
    <FormNote tone="warn">
      This will wait for a second administrator: it {amount < 0 ? 'takes' : 'gives'} {formatEuro(sum)}, and{' '}
      {data.left > 0 ? `you can give ${formatEuro(data.left)} alone` : 'you can give nothing alone'} just now, of {formatEuro(data.limit)}{' '}
      within 30 days. Nothing changes until they approve it.
    </FormNote>
  )
}
