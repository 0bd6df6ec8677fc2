import { useState } from 'react'
import { isMissing, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Spinner } from '~/components/ui/loading'
import type { ClaimAnswer } from '~/contracts/stock/claims'
import { unitName } from '~/contracts/stock/units'
import { formatDate } from '~/lib/date-text'
import { trpc } from '~/trpc/client'
import { TrpcProvider } from '~/trpc/provider'
import { NoLink } from './no-link'

/** For pages without a tRPC provider. */
export const LinkedClaim = ({ token }: { token: string }) => (
  <TrpcProvider>
    <AnswerClaim key={token} token={token} />
  </TrpcProvider>
)

const outcomes: Record<ClaimAnswer, string> = {
  agree: 'The machine has left your account. We have emailed both of you.',
  refuse: 'The machine stays in your account. We have emailed both of you.',
}

/** For pages with a tRPC provider. */
export function AnswerClaim({ token }: { token: string }) {
  const [given, setGiven] = useState<ClaimAnswer>()
  const query = trpc.units.linkedClaim.useQuery({ token }, { enabled: given === undefined, retry: false })
  const send = trpc.units.answerClaim.useMutation({ onSuccess: (_told, { answer }) => setGiven(answer) })
  if (given) {
    return (
      <p role="status" className="text-lg text-ink">
        {outcomes[given]}
      </p>
    )
  }
  if (isMissing(query.error)) return <NoLink message={serverMessage(query.error) ?? 'This link no longer works.'} />
  if (query.error) return <LoadFailure message="The request could not be loaded" query={query} />
  if (!query.data) return <Spinner className="size-6" />
  const { serialNumber, unitNumber, createdAt, until, ...machine } = query.data
  const press = (answer: ClaimAnswer) => () => send.mutate({ token, answer })
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight wrap-anywhere">{unitName(machine)}</h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-subtle">
        {unitNumber}
        {serialNumber !== null && `, serial number ${serialNumber}`}
      </p>
      <p className="mt-4 text-ink-muted">
        Somebody who knows the code on its label asked for it on {formatDate(createdAt)}. If you have sold it or given it away, hand it
        over: it moves to their account. If it is still yours, keep it.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" size="lg" busy={send.isPending} onClick={press('refuse')}>
          Keep it
        </Button>
        <Button variant="danger" size="lg" busy={send.isPending} onClick={press('agree')}>
          Hand it over
        </Button>
      </div>
      <p className="mt-4 text-sm text-ink-subtle">This link counts until {formatDate(until)}. Then our team looks into the request.</p>
      <p role="alert" className="mt-4 font-medium text-danger-ink empty:hidden">
        {send.error && (serverMessage(send.error) ?? 'That did not work. Please try again.')}
      </p>
    </>
  )
}
