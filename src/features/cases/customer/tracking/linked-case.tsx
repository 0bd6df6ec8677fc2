import { useCallback } from 'react'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import { LinkedPayments } from '~/features/credit/credit-parts'
import { ownPageOf } from '~/lib/paths'
import { TrpcProvider } from '~/trpc/provider'
import { useCaseStream } from '~/features/cases/customer/case-stream'
import { trpc } from '~/trpc/client'
import { CaseScreen } from './case-screen'

const LinkMessages = onDemand(() => import('../../messages/case-messages').then((module) => module.LinkMessages), SectionSkeleton)

/** A case by the secret of a link, with the calls that it needs: its code comes after the page. */
export function LinkedCase(props: { token: string }) {
  return (
    <TrpcProvider>
      <FollowedCase {...props} />
    </TrpcProvider>
  )
}

function FollowedCase({ token }: { token: string }) {
  const utils = trpc.useUtils()
  const query = trpc.cases.track.useQuery({ token })
  const readAgain = useCallback(() => {
    void utils.cases.track.invalidate({ token })
    void utils.cases.trackedMessages.invalidate({ token })
  }, [utils, token])
  useCaseStream({ token }, readAgain)
  const answer = trpc.cases.answer.useMutation({ onSuccess: (tracked) => utils.cases.track.setData({ token }, tracked) })
  const convert = trpc.cases.convert.useMutation()
  const sent = trpc.cases.sent.useMutation()
  const withdraw = trpc.cases.withdraw.useMutation()
  return (
    <CaseScreen
      query={query}
      payments={(tracked) =>
        tracked.noun === 'repairs' &&
        tracked.credit && <LinkedPayments sums={tracked.credit} signInHref={ownPageOf('repairs', tracked.number)} />
      }
      messages={<LinkMessages token={token} />}
      onAnswer={async (given) => {
        await answer.mutateAsync({ token, ...given })
      }}
      // The link leads to the trade-in from then on.
      onConvert={async (value) => {
        await convert.mutateAsync({ token, value })
        await utils.cases.track.invalidate({ token })
      }}
      onSent={async (parcel) => {
        await sent.mutateAsync({ token, ...parcel })
        await utils.cases.track.invalidate({ token })
      }}
      onWithdraw={async () => {
        await withdraw.mutateAsync({ token })
        await utils.cases.track.invalidate({ token })
      }}
      onChanged={readAgain}
    />
  )
}
