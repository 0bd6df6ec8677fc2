import { WaitingList, type Waiting } from '~/components/admin-list/waiting-list'
import { AskedFrom, AskedLine } from '~/components/ui/asked-from'
import { LoadFailure } from '~/components/ui/load-failure'
import { paymentMethodLabels, refuseRefundInput, type ListedRefund } from '~/contracts/billing/receipts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const refusal = refuseRefundInput.pick({ note: true })
const whoOf = ({ buyerName }: ListedRefund) => buyerName ?? 'a customer'
const nameOf = (refund: ListedRefund) => `${formatEuro(refund.amount)} to ${whoOf(refund)}`

interface WaitingRefundsProps {
  title?: string
  hasNone?: string
}

export function WaitingRefunds({ title = 'Waiting for a second administrator', hasNone }: WaitingRefundsProps) {
  const utils = trpc.useUtils()
  const query = trpc.payments.refunds.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()])
  const approve = trpc.payments.approveRefund.useMutation({ onSettled })
  const refuse = trpc.payments.refuseRefund.useMutation({ onSettled })
  if (query.isError && !query.data) return <LoadFailure message="Failed to fetch refunds" query={query} />
  const rows = query.data?.rows ?? []

  const waiting = rows.map((refund): Waiting => {
    const { id, version, number, method, reason, because, isOwn, whyNot } = refund
    return {
      ...{ id, title: nameOf(refund), name: nameOf(refund), isMine: isOwn, whyNot },
      facts: (
        <>
          <p>{[number, `paid by ${paymentMethodLabels[method].toLowerCase()}`, reason].filter(Boolean).join(' · ')}</p>
          {because && <p>{because}</p>}
          <AskedLine by={refund.requestedBy} at={refund.requestedAt} />
        </>
      ),
      approve: {
        message:
          method === 'stripe'
            ? 'The card provider is asked to give it back at once.'
            : 'It is written down as given back. The money itself is yours to hand over.',
        details: (
          <>
            <p className="text-sm wrap-anywhere text-ink-muted">Reason: {reason}</p>
            <AskedFrom by={refund.requestedBy} because={because} />
          </>
        ),
        send: async () => (await approve.mutateAsync({ id, version })).notice,
        failure: 'Failed to approve the refund',
      },
      refuse: {
        message: 'Nothing is given back, and the request is closed.',
        schema: refusal,
        send: async (note) => {
          await refuse.mutateAsync({ id, version, note })
          return 'Refund refused'
        },
        failure: 'Failed to refuse the refund',
      },
    }
  })
  return (
    <>
      {query.data && rows.length === 0 && hasNone !== undefined && (
        <p className="rounded-card border border-line bg-surface px-6 py-12 text-center text-ink-muted shadow-card">{hasNone}</p>
      )}
      <WaitingList title={title} waiting={waiting} />
    </>
  )
}
