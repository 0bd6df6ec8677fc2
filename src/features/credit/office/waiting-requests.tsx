import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { ApprovalRow } from '~/components/ui/approval-row'
import { AskedFrom } from '~/components/ui/asked-from'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { refuseApprovalInput, type ListedApproval } from '~/contracts/credit/approvals'
import { payeeText, type Payee } from '~/contracts/credit/seller'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const refusal = refuseApprovalInput.pick({ note: true })

/** '€200.00 off INV-2026-00042', 'another account that customers pay to'. */
const nameOf = ({ kind, amount, number }: ListedApproval): string =>
  ({
    credit_note: `${formatEuro(amount ?? 0)} off ${number ?? 'an invoice'}`,
    release: `${formatEuro(amount ?? 0)} of ${number ?? 'a payment'}`,
    payee: 'another account that customers pay to',
  })[kind]

const effectOf = ({ kind, amount, number, reason, customerName }: ListedApproval): string =>
  ({
    credit_note: `A credit note of ${formatEuro(amount ?? 0)} for ${number ?? 'an invoice'} is issued at once, and ${customerName ?? 'its customer'} gets it by email. Reason: ${reason}.`,
    release: `${formatEuro(amount ?? 0)} of used store credit goes back to ${customerName ?? 'the customer'}, and is left to pay for ${number ?? 'the work'}.`,
    payee: 'Invoices name this account at once, also those that were issued before, and all administrators get an email.',
  })[kind]

const doneWith: Record<ListedApproval['kind'], string> = {
  credit_note: 'Credit note approved and issued',
  release: 'Approved: the payment was given back',
  payee: 'Approved: customers pay to this account now',
}

const hooks = {
  invoices: { list: trpc.invoices.requests, approve: trpc.invoices.approve, refuse: trpc.invoices.refuse },
  credit: { list: trpc.credit.releaseRequests, approve: trpc.credit.approveRelease, refuse: trpc.credit.refuseRelease },
}

interface WaitingRequestsProps {
  /** The router of these requests: credit notes and the account, or released payments. */
  of: keyof typeof hooks
  title: string
}

/**
 * Credit notes, released payments and changes of the account that customers pay to, waiting for a second administrator; renders nothing if
 * there are none.
 */
export function WaitingRequests({ of, title }: WaitingRequestsProps) {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<{ request: ListedApproval; decision: 'approve' | 'refuse' }>()
  const waiting = hooks[of].list.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => Promise.all([utils.invoices.invalidate(), utils.credit.invalidate()])
  const approve = hooks[of].approve.useMutation({ onSettled })
  const refuse = hooks[of].refuse.useMutation({ onSettled })
  const rows = waiting.data?.rows ?? []
  const close = () => setAsked(undefined)

  const approveIt = async ({ id, version, kind }: ListedApproval) => {
    try {
      await approve.mutateAsync({ id, version })
      notifySuccess(doneWith[kind])
    } catch (error) {
      notifyError('Failed to approve it', error, serverMessage(error))
    }
    close()
  }
  if (waiting.isError && !waiting.data) return <LoadFailure message={`Failed to fetch what waits: ${title}`} query={waiting} />
  return (
    <>
      {rows.length > 0 && (
        <RecordSection title={title}>
          <ul className="divide-y divide-line">
            {rows.map((request) => (
              <Row key={request.id} request={request} onDecide={(decision) => setAsked({ request, decision })} />
            ))}
          </ul>
        </RecordSection>
      )}
      {asked?.decision === 'approve' && (
        <ConfirmDialog
          title={`Approve ${nameOf(asked.request)}?`}
          message={effectOf(asked.request)}
          confirmLabel="Approve"
          cancelLabel="Cancel"
          variant="primary"
          busy={approve.isPending}
          onConfirm={() => void approveIt(asked.request)}
          onCancel={close}
        >
          {asked.request.payee && <Accounts payee={asked.request.payee} />}
          <AskedFrom by={asked.request.requestedBy} isFromOwnNetwork={asked.request.isFromOwnNetwork} because={asked.request.because} />
        </ConfirmDialog>
      )}
      {asked?.decision === 'refuse' && (
        <ReasonDialog
          title={`Refuse ${nameOf(asked.request)}?`}
          message="Nothing changes, and the request is closed."
          schema={refusal}
          hint="The person who asked for it can read it; the customer cannot."
          submitLabel="Refuse"
          onSubmit={async (note) => {
            const { id, version } = asked.request
            await refuse.mutateAsync({ id, version, note })
            notifySuccess('Refused')
            close()
          }}
          onFailure={(error) => notifyError('Failed to refuse it', error, serverMessage(error))}
          onClose={close}
        />
      )}
    </>
  )
}

function Row({ request, onDecide }: { request: ListedApproval; onDecide: (decision: 'approve' | 'refuse') => void }) {
  const { userId, customerName, reason, because, payee, requestedBy, requestedAt, isMine, isFromOwnNetwork, whyNot } = request
  const name = nameOf(request)
  return (
    <ApprovalRow
      title={
        <>
          {name.slice(0, 1).toUpperCase() + name.slice(1)}
          {customerName !== null && (
            <>
              {', for '}
              <CustomerName userId={userId}>{customerName}</CustomerName>
            </>
          )}
        </>
      }
      name={name}
      isMine={isMine}
      whyNot={whyNot}
      onApprove={() => onDecide('approve')}
      onRefuse={() => onDecide('refuse')}
    >
      {reason !== '' && <p>{reason}</p>}
      {payee && <Accounts payee={payee} />}
      {because && <p>{because}</p>}
      <p className="text-ink-subtle">
        Asked for by {requestedBy ?? 'somebody whose account is gone'}, <DateText at={requestedAt} />
        {isFromOwnNetwork && !isMine && ', from your own network'}
      </p>
    </ApprovalRow>
  )
}

const Accounts = ({ payee: { from, to } }: { payee: { from: Payee; to: Payee } }) => (
  <dl className="text-sm wrap-anywhere">
    <dt className="font-medium text-ink">New account</dt>
    <dd>{payeeText(to)}</dd>
    <dt className="font-medium text-ink">Account until then</dt>
    <dd>{payeeText(from)}</dd>
  </dl>
)
