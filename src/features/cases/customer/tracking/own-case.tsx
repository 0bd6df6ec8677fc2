import { useRouter } from 'next/router'
import { useCallback } from 'react'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { OwnCase as Own } from '~/contracts/cases/tracking'
import { CustomerBillCard } from '~/features/billing/bill-parts'
import { OwnRepairPayments, TradeInCreditNote } from '~/features/credit/credit-parts'
import { paths } from '~/lib/paths'
import { ownPageOf } from '~/lib/record-paths'
import { useCaseStream } from '~/features/cases/customer/case-stream'
import { trpc } from '~/trpc/client'
import { customerKinds } from '../kinds'
import { CaseScreen } from './case-screen'

const OwnMessages = onDemand(() => import('../../messages/case-messages').then((module) => module.OwnMessages), SectionSkeleton)

interface OwnCaseProps extends Own {
  id: string
}

export function OwnCase({ noun, id, number }: OwnCaseProps) {
  const router = useRouter()
  const utils = trpc.useUtils()
  const query = trpc.account.case.useQuery({ noun, number })
  const readAgain = useCallback(
    () =>
      void Promise.all([
        utils.account.case.invalidate({ noun, number }),
        utils.account.caseMessages.invalidate({ noun, number }),
        utils.credit.invalidate(),
        utils.payments.ways.invalidate(),
      ]),
    [utils, noun, number],
  )
  useCaseStream({ noun, number }, readAgain)
  const answer = trpc.account.answerCase.useMutation({ onSuccess: (tracked) => utils.account.case.setData({ noun, number }, tracked) })
  const together = trpc.account.answerTogether.useMutation()
  const takeBack = trpc.account.takeCaseAnswerBack.useMutation({
    onSuccess: (tracked) => utils.account.case.setData({ noun, number }, tracked),
  })
  const convert = trpc.account.convertCase.useMutation()
  const sent = trpc.cases.sent.useMutation()
  const address = trpc.cases.changeAddress.useMutation()
  const withdraw = trpc.cases.withdraw.useMutation()
  return (
    <CaseScreen
      query={query}
      list={customerKinds[noun].list}
      linkedHref={({ noun: linked, number: other }) => ownPageOf(linked, other)}
      bill={(bill) => <CustomerBillCard bill={bill} payable={{ repairId: id }} buyer="own" onChanged={readAgain} />}
      payments={({ credit }) => credit && <OwnRepairPayments repairId={id} />}
      credited={(amount) => <TradeInCreditNote amount={amount} href={`${paths.account}/credit`} isSignedIn />}
      messages={<OwnMessages noun={noun} number={number} />}
      onAnswer={async (given) => {
        await answer.mutateAsync({ noun, number, ...given })
      }}
      onAnswerTogether={(answers) => together.mutateAsync({ answers })}
      requestHref={(other) => ownPageOf(noun, other)}
      onTakeBack={async (quote) => {
        await takeBack.mutateAsync({ noun, number, quote })
      }}
      onConvert={async (value) => {
        const made = await convert.mutateAsync({ noun, number, value })
        await router.push(ownPageOf('tradeIns', made.number))
      }}
      onSent={async (parcel) => {
        await sent.mutateAsync({ case: { noun, number }, ...parcel })
        await utils.account.case.invalidate({ noun, number })
      }}
      onAddress={async (returnAddress) => {
        await address.mutateAsync({ case: { noun, number }, returnAddress })
        await utils.account.case.invalidate({ noun, number })
      }}
      onWithdraw={async () => {
        await withdraw.mutateAsync({ case: { noun, number } })
        await utils.account.case.invalidate({ noun, number })
      }}
      onChanged={readAgain}
    />
  )
}
