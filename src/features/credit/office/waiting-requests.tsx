import { DisabledForReaders } from '~/components/admin-list/for-writers'
import { CustomerName } from '~/components/admin-list/customer-name'
import { WaitingList, type Waiting } from '~/components/admin-list/waiting-list'
import { AskedFrom, AskedLine } from '~/components/ui/asked-from'
import { LoadFailure } from '~/components/ui/load-failure'
import { refuseApprovalInput, type ListedApproval } from '~/contracts/billing/approvals'
import { payeeText, type Payee } from '~/contracts/billing/seller'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const refusal = refuseApprovalInput.pick({ note: true })

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
  /** Credit notes and the account, or released payments. */
  of: keyof typeof hooks
  title: string
}

/** Renders nothing if none waits. */
export function WaitingRequests({ of, title }: WaitingRequestsProps) {
  const utils = trpc.useUtils()
  const query = hooks[of].list.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => Promise.all([utils.invoices.invalidate(), utils.credit.invalidate()])
  const approve = hooks[of].approve.useMutation({ onSettled })
  const refuse = hooks[of].refuse.useMutation({ onSettled })
  if (query.isError && !query.data) return <LoadFailure message={`Failed to fetch what waits: ${title}`} query={query} />

  const waiting = (query.data?.rows ?? []).map((request): Waiting => {
    const { id, version, kind, payee, isMine, whyNot } = request
    return {
      ...{ id, title: <Title request={request} />, name: nameOf(request), facts: <Facts request={request} />, isMine, whyNot },
      approve: {
        message: effectOf(request),
        details: (
          <>
            {payee && <Accounts payee={payee} />}
            <AskedFrom by={request.requestedBy} isFromOwnNetwork={request.isFromOwnNetwork} because={request.because} />
          </>
        ),
        send: async () => {
          await approve.mutateAsync({ id, version })
          return doneWith[kind]
        },
        failure: 'Failed to approve it',
      },
      refuse: {
        message: 'Nothing changes, and the request is closed.',
        schema: refusal,
        send: async (note) => {
          await refuse.mutateAsync({ id, version, note })
          return 'Refused'
        },
        failure: 'Failed to refuse it',
      },
    }
  })
  return (
    <DisabledForReaders of={of}>
      <WaitingList title={title} waiting={waiting} />
    </DisabledForReaders>
  )
}

function Title({ request }: { request: ListedApproval }) {
  const { userId, customerName } = request
  const name = nameOf(request)
  return (
    <>
      {name.slice(0, 1).toUpperCase() + name.slice(1)}
      {customerName !== null && (
        <>
          {', for '}
          <CustomerName userId={userId}>{customerName}</CustomerName>
        </>
      )}
    </>
  )
}

const Facts = ({
  request: { reason, because, payee, requestedBy, requestedAt, isMine, isFromOwnNetwork },
}: {
  request: ListedApproval
}) => (
  <>
    {reason !== '' && <p>{reason}</p>}
    {payee && <Accounts payee={payee} />}
    {because && <p>{because}</p>}
    <AskedLine by={requestedBy} at={requestedAt} isFromOwnNetwork={isFromOwnNetwork && !isMine} />
  </>
)

const Accounts = ({ payee: { from, to } }: { payee: { from: Payee; to: Payee } }) => (
  <dl className="text-sm wrap-anywhere">
    <dt className="font-medium text-ink">New account</dt>
    <dd>{payeeText(to)}</dd>
    <dt className="font-medium text-ink">Account until then</dt>
    <dd>{payeeText(from)}</dd>
  </dl>
)
