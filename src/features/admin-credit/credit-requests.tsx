import { CaseSection } from '~/components/admin-case/case-frame'
import { serverMessage } from '~/components/form/server-errors'
import { DateText } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { CreditRequest } from '~/contracts/credit-requests'
import { causeText, creditKindLabels } from '~/lib/credit-text'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { HashTarget } from './hash-target'

/** Credit above the limit that waits for a second administrator; nothing while none does. */
export function CreditRequests() {
  const utils = trpc.useUtils()
  const waiting = trpc.credit.requests.useQuery({ state: 'waiting', limit: 50 })
  const onSettled = () => utils.credit.invalidate()
  const approve = trpc.credit.approve.useMutation({
    onSuccess: ({ state }) =>
      notifySuccess(state === 'applied' ? 'Store credit approved' : 'Asked for: a second administrator approves it now'),
    onError: (error) => notifyError('Failed to approve store credit', error, serverMessage(error)),
    onSettled,
  })
  const refuse = trpc.credit.refuse.useMutation({
    onSuccess: () => notifySuccess('Store credit refused'),
    onError: (error) => notifyError('Failed to refuse store credit', error, serverMessage(error)),
    onSettled,
  })
  const rows = waiting.data?.rows ?? []
  if (rows.length === 0) return null
  const isBusy = (request: CreditRequest) =>
    (approve.isPending && approve.variables.id === request.id) || (refuse.isPending && refuse.variables.id === request.id)
  return (
    <HashTarget id="approvals">
      <CaseSection title="Waiting for a second administrator">
        <ul className="divide-y divide-line">
          {rows.map((request) => (
            <li key={request.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
              <div className="min-w-48 flex-1 text-sm">
                <p className="font-medium wrap-anywhere text-ink">
                  {formatEuro(request.amount)} for {request.email ?? 'a deleted account'}
                </p>
                <p className="wrap-anywhere text-ink-muted">
                  {creditKindLabels[request.kind]}: {causeText(request)}
                </p>
                <p className="wrap-anywhere text-ink-subtle">
                  {request.requestedByEmail ? `Asked for by ${request.requestedByEmail}, ` : 'Nobody has confirmed it yet, '}
                  <DateText at={request.requestedAt ?? request.createdAt} />
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                disabled={isBusy(request)}
                aria-label={`Refuse ${formatEuro(request.amount)} for ${request.email ?? 'a deleted account'}`}
                onClick={() => refuse.mutate({ id: request.id, version: request.version })}
              >
                Refuse
              </Button>
              <Button
                size="sm"
                busy={isBusy(request)}
                aria-label={`Approve ${formatEuro(request.amount)} for ${request.email ?? 'a deleted account'}`}
                onClick={() => approve.mutate({ id: request.id, version: request.version })}
              >
                Approve
              </Button>
            </li>
          ))}
        </ul>
      </CaseSection>
    </HashTarget>
  )
}
