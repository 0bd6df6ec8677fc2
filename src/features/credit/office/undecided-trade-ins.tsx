import Link from 'next/link'
import { CustomerName } from '~/components/admin-list/customer-name'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { formatOrNotSet } from '~/lib/settled-amount'
import { unagreedText } from '~/lib/unagreed-text'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { HashTarget } from '~/components/layouts/hash-target'
import { useTradeInDecision } from './use-trade-in-decision'

const whyNot = { customer: 'It has no customer', value: 'It has no final value' }

/** Completed trade-ins that nothing was issued for, for a decision; nothing while there are none. */
export function UndecidedTradeIns() {
  const undecided = trpc.credit.undecided.useQuery({ limit: 50 })
  const { issue, decline, question } = useTradeInDecision()
  const rows = undecided.data?.rows ?? []
  if (rows.length === 0) return question ?? null
  return (
    <HashTarget id="undecided">
      <RecordSection title="Completed trade-ins without store credit">
        <ul className="divide-y divide-line">
          {rows.map((tradeIn) => (
            <li key={tradeIn.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
              <div className="min-w-48 flex-1 text-sm">
                <p className="font-medium wrap-anywhere text-ink">
                  <Link href={casePageOf('tradeIns', tradeIn.tradeInNumber)} prefetch={false} className="underline underline-offset-4">
                    {tradeIn.tradeInNumber}
                  </Link>
                  , {formatOrNotSet(tradeIn.finalValue)}
                </p>
                <p className="wrap-anywhere text-ink-muted">
                  {tradeIn.missing === 'customer' || tradeIn.missing === 'value' ? (
                    `${whyNot[tradeIn.missing]}: nothing can be issued`
                  ) : (
                    <>
                      <CustomerName userId={tradeIn.userId}>{tradeIn.email ?? 'No email'}</CustomerName>
                      {tradeIn.unagreed && `. ${unagreedText(tradeIn.unagreed)}`}
                    </>
                  )}
                </p>
              </div>
              <div className="flex items-center gap-3">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`No credit for ${tradeIn.tradeInNumber}`}
                  onClick={() => decline(tradeIn)}
                >
                  No credit
                </Button>
                <Button
                  size="sm"
                  disabled={tradeIn.missing !== null && !(tradeIn.missing === 'agreement' && tradeIn.finalValue !== null)}
                  aria-label={`Issue credit for ${tradeIn.tradeInNumber}`}
                  onClick={() => issue(tradeIn)}
                >
                  Issue
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </RecordSection>
      {question}
    </HashTarget>
  )
}
