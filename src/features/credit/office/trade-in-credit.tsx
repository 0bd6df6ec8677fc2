import { OfficeLink } from '~/components/admin-list/office-link'
import type { ReactNode } from 'react'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Unagreed } from '~/contracts/credit/agreed-value'
import type { TradeInCredit as Credit } from '~/contracts/credit/trade-ins'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { adminPaths } from '~/components/layouts/admin-nav'
import { formatEuro } from '~/lib/money'
import { unagreedText } from '~/lib/unagreed-text'
import { trpc } from '~/trpc/client'
import { useTradeInDecision } from './use-trade-in-decision'

interface TradeInCreditProps {
  tradeIn: Pick<TradeIn, 'id' | 'status' | 'tradeInNumber' | 'customer' | 'finalValue'>
}

export function TradeInCredit({ tradeIn }: TradeInCreditProps) {
  const credit = trpc.credit.tradeIn.useQuery({ tradeInId: tradeIn.id })
  const { data, isError } = credit
  if (!data && !isError) return <SectionSkeleton />
  return (
    <RecordSection title="Store credit">
      <div className="flex flex-col gap-4 p-5 text-sm sm:p-6">
        {data ? (
          <>
            <Figures credit={data} />
            <Remark credit={data} tradeIn={tradeIn} />
          </>
        ) : (
          <LoadFailure message="Failed to fetch the store credit of this trade-in" query={credit} />
        )}
      </div>
    </RecordSection>
  )
}

function Figures({ credit: { issued, takenBack, unspent } }: { credit: Credit }) {
  if (issued === 0) return null
  const rows = [
    { label: 'Issued', amount: issued },
    ...(takenBack > 0 ? [{ label: 'Taken back', amount: takenBack }] : []),
    { label: 'Not spent yet', amount: unspent },
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {rows.map(({ label, amount }) => (
        <div key={label}>
          <dt className="text-xs font-medium text-ink-muted">{label}</dt>
          <dd className="text-lg font-semibold text-ink tabular-nums">{formatEuro(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

const whyNothing = {
  customer: 'No store credit was issued: the trade-in has no customer. Give it one, and issue the credit here.',
  value: 'No store credit was issued: the trade-in has no final value. Enter one, and issue the credit here.',
  agreement: '',
  decision: 'No store credit was issued when this trade-in was completed. Issue its final value, or decide that it brings none.',
}

function Remark({
  credit: { issued, takenBack, waiting, refused, missing, unagreed, difference },
  tradeIn,
}: TradeInCreditProps & { credit: Credit }) {
  const kept = sumOfAmounts([issued, -takenBack])
  if (difference !== 0) return <Difference tradeIn={tradeIn} difference={difference} isWaiting={waiting !== null} unagreed={unagreed} />
  if (waiting) {
    return (
      <>
        {unagreed && <ConfirmValue tradeIn={tradeIn} unagreed={unagreed} />}
        <FormNote tone="info">
          {formatEuro(waiting.amount)} waits for a second administrator{waiting.because && `: ${waiting.because}`}.{' '}
          <OfficeLink href={adminPaths.approvals} className="font-medium underline underline-offset-4">
            Approvals
          </OfficeLink>
        </FormNote>
      </>
    )
  }
  if (missing) return <Decision tradeIn={tradeIn} missing={missing} unagreed={unagreed} />
  if (tradeIn.status !== 'completed') {
    return kept > 0 ? (
      <FormNote tone="warn">
        This trade-in is no longer completed. {formatEuro(kept)} of its store credit was spent or held already and stays with the customer.
      </FormNote>
    ) : (
      <Muted>
        Setting this trade-in to completed issues its final value to its customer
        {unagreed ? `, once that is agreed. ${unagreedText(unagreed)}.` : '.'}
      </Muted>
    )
  }
  if (refused) {
    return (
      <FormNote tone="warn">
        {refused.decidedByEmail ?? 'A second administrator'} has refused {formatEuro(refused.amount)}
        {refused.note && `: ${refused.note}`}
      </FormNote>
    )
  }
  return issued === 0 ? <Muted>Nothing was issued: an administrator has decided so.</Muted> : null
}

type DifferenceProps = TradeInCreditProps & { difference: number; isWaiting: boolean } & Pick<Credit, 'unagreed'>

function Difference({ tradeIn, difference, isWaiting, unagreed }: DifferenceProps) {
  const { issue, question } = useTradeInDecision()
  const { id, tradeInNumber } = tradeIn
  const amount = formatEuro(Math.abs(difference))
  return (
    <>
      <FormNote tone="warn">
        {difference > 0
          ? `The final value has changed: ${amount} of store credit is missing.`
          : `The final value has changed: ${amount} of store credit is too much. Take it back with an adjustment, or agree otherwise with the customer.`}
        {isWaiting && ' What waits for a second administrator is the former value: refuse it first.'}
      </FormNote>
      {difference > 0 && !isWaiting && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => issue({ id, tradeInNumber, email: tradeIn.customer.email, finalValue: difference, unagreed })}
        >
          Issue {amount}
        </Button>
      )}
      {question}
    </>
  )
}

const Muted = ({ children }: { children: ReactNode }) => <p className="text-ink-muted">{children}</p>

/** An administrator confirms the value before a second one can approve its credit. */
function ConfirmValue({ tradeIn: { id, finalValue }, unagreed }: TradeInCreditProps & { unagreed: Unagreed }) {
  const utils = trpc.useUtils()
  const confirm = useAction(trpc.tradeIns.update.useMutation({ onSettled: () => utils.credit.invalidate() }), {
    done: 'The final value is confirmed',
    failed: 'Failed to confirm the final value',
  })
  if (finalValue === null) return null
  return (
    <>
      <FormNote tone="warn">{unagreedText(unagreed)}. It cannot be approved before the value is confirmed.</FormNote>
      <Button
        size="sm"
        className="self-start"
        busy={confirm.busy}
        onClick={() => void confirm.run({ id, finalValue, confirmsValue: true })}
      >
        Confirm {formatEuro(finalValue)} all the same
      </Button>
    </>
  )
}

/** Why no credit was issued, and how to issue it. */
const whyWaits = (unagreed: Unagreed, finalValue: number | null) =>
  `No store credit was issued. ${unagreedText(unagreed)}. ${
    finalValue === null
      ? 'Send another offer, or enter the final value, and issue the credit here.'
      : `Send another offer, or confirm ${formatEuro(finalValue)} and issue it here.`
  }`

type DecisionProps = TradeInCreditProps & { missing: NonNullable<Credit['missing']> } & Pick<Credit, 'unagreed'>

function Decision({ tradeIn, missing, unagreed }: DecisionProps) {
  const { issue, decline, question } = useTradeInDecision()
  const { id, tradeInNumber, finalValue } = tradeIn
  const decided = { id, tradeInNumber, email: tradeIn.customer.email, finalValue, unagreed }
  const mayIssue = missing === 'decision' || (missing === 'agreement' && finalValue !== null)
  return (
    <>
      <FormNote tone="warn">{unagreed && missing === 'agreement' ? whyWaits(unagreed, finalValue) : whyNothing[missing]}</FormNote>
      <div className="flex flex-wrap gap-3">
        {mayIssue && (
          <Button size="sm" onClick={() => issue(decided)}>
            Issue store credit
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => decline(decided)}>
          No credit
        </Button>
      </div>
      {question}
    </>
  )
}
