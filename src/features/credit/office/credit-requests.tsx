import { onDemand } from '~/components/ui/on-demand'
import { useState } from 'react'
import { AskedFrom } from '~/components/ui/asked-from'
import { RecordSection } from '~/components/layouts/record-page'
import { CustomerName } from '~/components/admin-list/customer-name'
import { DateText } from '~/components/admin-list/cells'
import { serverMessage } from '~/components/form/server-errors'
import { ApprovalRow } from '~/components/ui/approval-row'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { ListedRequest } from '~/contracts/credit/requests'
import { causeText, creditKindLabels } from '~/contracts/credit/text'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { HashTarget } from './hash-target'

const RefusalDialog = onDemand(() => import('./refusal-dialog').then((module) => module.RefusalDialog))

interface Asked {
  request: ListedRequest
  decision: 'approve' | 'refuse'
}

const whoOf = ({ email, customerName }: Pick<ListedRequest, 'email' | 'customerName'>) => email ?? customerName ?? 'a deleted account'
const nameOf = (request: ListedRequest) => `${formatEuro(request.amount)} for ${whoOf(request)}`
const whatItDoes = (request: ListedRequest) =>
  `${request.amount < 0 ? 'Taken from' : 'Added to'} the store credit of ${whoOf(request)}: ${formatEuro(Math.abs(request.amount))}. ${creditKindLabels[request.kind]}: ${causeText(request)}.`

/** Credit above the limit that waits for a second administrator; nothing while none does. */
export function CreditRequests({ title = 'Waiting for a second administrator' }: { title?: string }) {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<Asked>()
  const waiting = trpc.credit.requests.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => utils.credit.invalidate()
  const approve = trpc.credit.approve.useMutation({ onSettled })
  const refuse = trpc.credit.refuse.useMutation({ onSettled })
  const rows = waiting.data?.rows ?? []
  const close = () => setAsked(undefined)

  const approveIt = async ({ id, version }: ListedRequest) => {
    try {
      const { state } = await approve.mutateAsync({ id, version })
      notifySuccess(state === 'applied' ? 'Store credit approved' : 'Asked for: a second administrator approves it now')
    } catch (error) {
      notifyError('Failed to approve store credit', error, serverMessage(error))
    }
    close()
  }

  return (
    <>
      {rows.length > 0 && (
        <HashTarget id="approvals">
          <RecordSection title={title}>
            <ul className="divide-y divide-line">
              {rows.map((request) => (
                <Row key={request.id} request={request} onDecide={(decision) => setAsked({ request, decision })} />
              ))}
            </ul>
          </RecordSection>
        </HashTarget>
      )}
      <RefusedRequests />
      {asked?.decision === 'approve' && (
        <ConfirmDialog
          title={asked.request.requestedBy === null ? `Ask for ${nameOf(asked.request)}?` : `Approve ${nameOf(asked.request)}?`}
          message={
            asked.request.requestedBy === null
              ? `${whatItDoes(asked.request)} Nobody has confirmed it yet: you are the first, and another administrator must approve it.`
              : `${whatItDoes(asked.request)} It is done at once, and the customer is told.`
          }
          confirmLabel={asked.request.requestedBy === null ? 'Confirm' : 'Approve'}
          cancelLabel="Cancel"
          variant="primary"
          busy={approve.isPending}
          onConfirm={() => void approveIt(asked.request)}
          onCancel={close}
        >
          {asked.request.requestedBy !== null && (
            <AskedFrom
              by={asked.request.requestedByEmail}
              isFromOwnNetwork={asked.request.isFromOwnNetwork}
              because={asked.request.because}
            />
          )}
        </ConfirmDialog>
      )}
      {asked?.decision === 'refuse' && (
        <RefusalDialog
          title={`Refuse ${nameOf(asked.request)}?`}
          message={`${whatItDoes(asked.request)} Nothing is changed, and the request is closed.`}
          hint="The person who asked for it can read it; the customer cannot."
          submitLabel="Refuse"
          onSubmit={async (note) => {
            const { id, version } = asked.request
            await refuse.mutateAsync({ id, version, note })
            notifySuccess('Store credit refused')
            close()
          }}
          onFailure={(error) => notifyError('Failed to refuse store credit', error, serverMessage(error))}
          onClose={close}
        />
      )}
    </>
  )
}

/** The last refused requests with their reasons; empty where there are none. */
function RefusedRequests() {
  const refused = trpc.credit.requests.useQuery({ state: 'refused', limit: 5 })
  const rows = refused.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <RecordSection title="Refused last">
      <ul className="divide-y divide-line">
        {rows.map((request) => (
          <li key={request.id} className="px-5 py-4 text-sm sm:px-6">
            <p className="font-medium wrap-anywhere text-ink">{nameOf(request)}</p>
            <p className="wrap-anywhere text-ink-muted">
              Refused by {request.decidedByEmail ?? 'a deleted account'}
              {request.note ? `: ${request.note}` : ', without a reason'}
            </p>
            <p className="wrap-anywhere text-ink-subtle">
              {request.requestedByEmail && `Asked for by ${request.requestedByEmail}, `}
              <DateText at={request.decidedAt ?? request.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

function Row({ request, onDecide }: { request: ListedRequest; onDecide: (decision: Asked['decision']) => void }) {
  const { userId, kind, because, requestedBy, requestedByEmail, requestedAt, createdAt, isMine, isFromOwnNetwork, whyNot } = request
  return (
    <ApprovalRow
      title={
        <>
          {formatEuro(request.amount)} for <CustomerName userId={userId}>{whoOf(request)}</CustomerName>
        </>
      }
      name={nameOf(request)}
      isMine={isMine}
      whyNot={whyNot}
      approveLabel={requestedBy === null ? 'Confirm' : 'Approve'}
      onApprove={() => onDecide('approve')}
      onRefuse={() => onDecide('refuse')}
    >
      <p>
        {creditKindLabels[kind]}: {causeText(request)}
      </p>
      {because && <p>{because}</p>}
      <p className="text-ink-subtle">
        {requestedByEmail ? `Asked for by ${requestedByEmail}, ` : 'Nobody has confirmed it yet, '}
        <DateText at={requestedAt ?? createdAt} />
        {isFromOwnNetwork && !isMine && ', from your own network'}
      </p>
    </ApprovalRow>
  )
}
