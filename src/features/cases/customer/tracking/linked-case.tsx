import { useCallback } from 'react'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import { CustomerBillCard } from '~/features/billing/bill-parts'
import { LinkedPayments, TradeInCreditNote } from '~/features/credit/credit-parts'
import { paths } from '~/lib/paths'
import { ownPageOf, trackingPageOf } from '~/lib/record-paths'
import { tokenParts } from '~/contracts/link-token'
import { TrpcProvider } from '~/trpc/provider'
import { useCaseStream } from '~/features/cases/customer/case-stream'
import { trpc } from '~/trpc/client'
import { CaseScreen } from './case-screen'

const LinkMessages = onDemand(() => import('../../messages/case-messages').then((module) => module.LinkMessages), SectionSkeleton)

const requestedPageOf = (token: string, number: string) =>
  `${trackingPageOf(tokenParts(token).secret)}?${new URLSearchParams({ case: number }).toString()}`

/** A case by a link's secret. Its code loads after the page. */
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
    void utils.payments.ways.invalidate({ token })
  }, [utils, token])
  useCaseStream({ token }, readAgain)
  const answer = trpc.cases.answer.useMutation({ onSuccess: (tracked) => utils.cases.track.setData({ token }, tracked) })
  const together = trpc.cases.answerTogether.useMutation()
  const takeBack = trpc.cases.takeAnswerBack.useMutation({ onSuccess: (tracked) => utils.cases.track.setData({ token }, tracked) })
  const convert = trpc.cases.convert.useMutation()
  const sent = trpc.cases.sent.useMutation()
  const address = trpc.cases.changeAddress.useMutation()
  const withdraw = trpc.cases.withdraw.useMutation()
  return (
    <CaseScreen
      query={query}
      bill={(bill) => <CustomerBillCard bill={bill} payable={{ token }} buyer={{ token }} onChanged={readAgain} />}
      payments={({ credit, number }) => credit && <LinkedPayments sums={credit} signInHref={ownPageOf('repairs', number)} />}
      credited={(amount) => <TradeInCreditNote amount={amount} href={`${paths.account}/credit`} isSignedIn={false} />}
      messages={<LinkMessages token={token} />}
      onAnswer={async (given) => {
        await answer.mutateAsync({ token, ...given })
      }}
      onAnswerTogether={(answers) => together.mutateAsync({ token, answers })}
      requestHref={(number) => requestedPageOf(token, number)}
      onTakeBack={async (quote) => {
        await takeBack.mutateAsync({ token, quote })
      }}
      // The link opens the trade-in from now on.
      onConvert={async (value) => {
        await convert.mutateAsync({ token, value })
        await utils.cases.track.invalidate({ token })
      }}
      onSent={async (parcel) => {
        await sent.mutateAsync({ token, ...parcel })
        await utils.cases.track.invalidate({ token })
      }}
      onAddress={async (returnAddress) => {
        await address.mutateAsync({ token, returnAddress })
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
