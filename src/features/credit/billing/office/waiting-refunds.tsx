import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { ApprovalRow } from '~/components/ui/approval-row'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { paymentMethodLabels, refuseRefundInput, type ListedRefund } from '~/contracts/credit/receipts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const refusal = refuseRefundInput.pick({ note: true })
const whoOf = ({ buyerName }: ListedRefund) => buyerName ?? 'a customer'
const nameOf = (refund: ListedRefund) => `${formatEuro(refund.amount)} to ${whoOf(refund)}`

interface WaitingRefundsProps {
  title?: string
  /** Said where nothing waits; nothing is shown without it. */
  hasNone?: string
}

/** Refunds above the limit that wait for a second administrator. */
export function WaitingRefunds({ title = 'Waiting for a second administrator', hasNone }: WaitingRefundsProps) {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<{ refund: ListedRefund; decision: 'approve' | 'refuse' }>()
  const waiting = trpc.payments.refunds.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()])
  const approve = trpc.payments.approveRefund.useMutation({ onSettled })
  const refuse = trpc.payments.refuseRefund.useMutation({ onSettled })
  const rows = waiting.data?.rows ?? []
  const close = () => setAsked(undefined)

  const approveIt = async ({ id, version }: ListedRefund) => {
    try {
      const { notice } = await approve.mutateAsync({ id, version })
      notifySuccess(notice)
    } catch (error) {
      notifyError('Failed to approve the refund', error, serverMessage(error))
    }
    close()
  }
  if (waiting.isError && !waiting.data) return <LoadFailure message="Failed to fetch refunds" query={waiting} />
  return (
    <>
      {waiting.data && rows.length === 0 && hasNone !== undefined && (
        <p className="rounded-card border border-line bg-surface px-6 py-12 text-center text-ink-muted shadow-card">{hasNone}</p>
      )}
      {rows.length > 0 && (
        <RecordSection title={title}>
          <ul className="divide-y divide-line">
            {rows.map((refund) => (
              <ApprovalRow
                key={refund.id}
                title={nameOf(refund)}
                name={nameOf(refund)}
                isMine={refund.isOwn}
                whyNot={refund.whyNot}
                onApprove={() => setAsked({ refund, decision: 'approve' })}
                onRefuse={() => setAsked({ refund, decision: 'refuse' })}
              >
                <p>
                  {[refund.number, `paid by ${paymentMethodLabels[refund.method].toLowerCase()}`, refund.reason]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {refund.because && <p>{refund.because}</p>}
                <p className="text-ink-subtle">
                  Asked for by {refund.requestedBy ?? 'somebody whose account is gone'}, <DateText at={refund.requestedAt} />
                </p>
              </ApprovalRow>
            ))}
          </ul>
        </RecordSection>
      )}
      {asked?.decision === 'approve' && (
        <ConfirmDialog
          title={`Approve ${nameOf(asked.refund)}?`}
          message={`${asked.refund.reason}. ${asked.refund.method === 'stripe' ? 'The card provider is asked to give it back at once.' : 'It is written down as given back; the money itself is yours to hand over.'}`}
          confirmLabel="Approve"
          cancelLabel="Cancel"
          variant="primary"
          busy={approve.isPending}
          onConfirm={() => void approveIt(asked.refund)}
          onCancel={close}
        />
      )}
      {asked?.decision === 'refuse' && (
        <ReasonDialog
          title={`Refuse ${nameOf(asked.refund)}?`}
          message="Nothing is given back, and the request is closed."
          schema={refusal}
          hint="The person who asked for it can read it; the customer cannot."
          submitLabel="Refuse"
          onSubmit={async (note) => {
            const { id, version } = asked.refund
            await refuse.mutateAsync({ id, version, note })
            notifySuccess('Refund refused')
            close()
          }}
          onFailure={(error) => notifyError('Failed to refuse the refund', error, serverMessage(error))}
          onClose={close}
        />
      )}
    </>
  )
}
