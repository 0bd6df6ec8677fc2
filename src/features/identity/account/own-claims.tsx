import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { unitName } from '~/contracts/stock/units'
import { formatDate } from '~/lib/date-text'
import { trpc } from '~/trpc/client'

/** Other people's requests for the reader's machines, and the reader's own. Renders nothing without any. */
export function OwnClaims() {
  const utils = trpc.useUtils()
  const { data } = trpc.units.ownClaims.useQuery()
  const onSettled = () => Promise.all([utils.units.invalidate(), utils.account.devices.invalidate()])
  const answer = trpc.units.answerOwnClaim.useMutation({ onSettled })
  const withdraw = trpc.units.withdrawClaim.useMutation({ onSettled })
  const failure = answer.error ?? withdraw.error
  if (!data || (data.asked.length === 0 && data.made.length === 0)) return null
  return (
    <Card className="mb-6 flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">Requests for machines</h2>
      <ul aria-label="Requests for machines" className="flex flex-col gap-4">
        {data.asked.map(({ id, unitNumber, createdAt, ...machine }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-sm wrap-anywhere text-ink-muted">
              <span className="font-medium text-ink">
                {unitName(machine)} ({unitNumber})
              </span>
              : somebody asked for it on {formatDate(createdAt)}. It stays yours unless you agree.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Keep ${unitNumber}`}
                busy={answer.isPending}
                onClick={() => answer.mutate({ id, answer: 'refuse' })}
              >
                Keep it
              </Button>
              <Button
                variant="danger"
                size="sm"
                aria-label={`Hand ${unitNumber} over`}
                busy={answer.isPending}
                onClick={() => answer.mutate({ id, answer: 'agree' })}
              >
                Hand it over
              </Button>
            </div>
          </li>
        ))}
        {data.made.map(({ id, unitNumber, createdAt, ...machine }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-sm wrap-anywhere text-ink-muted">
              <span className="font-medium text-ink">
                {unitName(machine)} ({unitNumber})
              </span>
              : you asked for it on {formatDate(createdAt)}. We email you the answer.
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Withdraw the request for ${unitNumber}`}
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate({ id })}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {failure && (serverMessage(failure) ?? 'That did not work. Please try again.')}
      </p>
    </Card>
  )
}
