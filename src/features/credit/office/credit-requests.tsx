import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { WaitingList, type Waiting } from '~/components/admin-list/waiting-list'
import { RecordSection } from '~/components/layouts/record-page'
import { AskedFrom, AskedLine } from '~/components/ui/asked-from'
import { refusalInput, type ListedRequest } from '~/contracts/credit/requests'
import { causeText, creditKindLabels } from '~/contracts/credit/credit-texts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const whoOf = ({ email, customerName }: Pick<ListedRequest, 'email' | 'customerName'>) => email ?? customerName ?? 'a deleted account'
const nameOf = (request: ListedRequest) => `${formatEuro(request.amount)} for ${whoOf(request)}`
const whatItDoes = (request: ListedRequest) =>
  `${request.amount < 0 ? 'Taken from' : 'Added to'} the store credit of ${whoOf(request)}: ${formatEuro(Math.abs(request.amount))}. ${creditKindLabels[request.kind]}: ${causeText(request)}.`

/** Credit above the limit; renders nothing if none waits. */
export function CreditRequests({ title = 'Waiting for a second administrator' }: { title?: string }) {
  const utils = trpc.useUtils()
  const query = trpc.credit.requests.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => utils.credit.invalidate()
  const approve = trpc.credit.approve.useMutation({ onSettled })
  const refuse = trpc.credit.refuse.useMutation({ onSettled })

  const waiting = (query.data?.rows ?? []).map((request): Waiting => {
    const { id, version, userId, requestedBy, requestedByEmail, isMine, isFromOwnNetwork, because, whyNot } = request
    const isFirst = requestedBy === null
    return {
      ...{ id, name: nameOf(request), facts: <Facts request={request} />, isMine, whyNot },
      title: (
        <>
          {formatEuro(request.amount)} for <CustomerName userId={userId}>{whoOf(request)}</CustomerName>
        </>
      ),
      approve: {
        ...(isFirst && { label: 'Confirm', title: `Ask for ${nameOf(request)}?` }),
        message: isFirst
          ? `${whatItDoes(request)} Nobody has confirmed it yet: you are the first, and another administrator must approve it.`
          : `${whatItDoes(request)} It is done at once, and the customer is told.`,
        details: !isFirst && <AskedFrom by={requestedByEmail} isFromOwnNetwork={isFromOwnNetwork} because={because} />,
        send: async () => {
          const { state } = await approve.mutateAsync({ id, version })
          return state === 'applied' ? 'Store credit approved' : 'Asked for: a second administrator approves it now'
        },
        failure: 'Failed to approve store credit',
      },
      refuse: {
        message: `${whatItDoes(request)} Nothing is changed, and the request is closed.`,
        schema: refusalInput,
        send: async (note) => {
          await refuse.mutateAsync({ id, version, note })
          return 'Store credit refused'
        },
        failure: 'Failed to refuse store credit',
      },
    }
  })
  return (
    <>
      <WaitingList title={title} waiting={waiting} anchor="approvals" />
      <RefusedRequests />
    </>
  )
}

function Facts({ request }: { request: ListedRequest }) {
  const { kind, because, requestedByEmail, requestedAt, createdAt, isMine, isFromOwnNetwork } = request
  const at = requestedAt ?? createdAt
  return (
    <>
      <p>
        {creditKindLabels[kind]}: {causeText(request)}
      </p>
      {because && <p>{because}</p>}
      {requestedByEmail ? (
        <AskedLine by={requestedByEmail} at={at} isFromOwnNetwork={isFromOwnNetwork && !isMine} />
      ) : (
        <p className="text-ink-subtle">
          Nobody has confirmed it yet, <DateText at={at} />
        </p>
      )}
    </>
  )
}

/** Renders nothing without refusals. */
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
