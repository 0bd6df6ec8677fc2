import { OfficeLink } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { useState } from 'react'
import { CustomerName } from '~/components/admin-list/customer-name'
import { Button } from '~/components/ui/button'
import { FoldItem } from '~/components/ui/fold-item'
import { formatOrNotSet } from '~/lib/settled-amount'
import { unagreedText } from '~/lib/unagreed-text'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { HashTarget } from '~/components/layouts/hash-target'
import { useTradeInDecision } from './use-trade-in-decision'

const ID = 'undecided'

const whyNot = { customer: 'It has no customer', value: 'It has no final value' }

/** Renders nothing if every trade-in is decided. */
export function UndecidedTradeIns() {
  const undecided = trpc.credit.undecided.useQuery({ limit: 50 })
  const { issue, decline, question } = useTradeInDecision()
  // Opened from the dashboard; otherwise the accounts come first.
  const [isAskedFor] = useState(() => window.location.hash === `#${ID}`)
  const rows = undecided.data?.rows ?? []
  if (rows.length === 0) return question ?? null
  return (
    <HashTarget id={ID}>
      <details open={isAskedFor} className="rounded-card border border-line bg-surface">
        <summary className="min-h-9 cursor-pointer px-5 py-2 text-sm font-semibold text-ink sm:px-6">
          Completed trade-ins without store credit ({rows.length})
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {rows.map((tradeIn) => (
            <FoldItem
              key={tradeIn.id}
              title={
                <>
                  <OfficeLink href={casePageOf('tradeIns', tradeIn.tradeInNumber)} className="underline underline-offset-4">
                    {tradeIn.tradeInNumber}
                  </OfficeLink>
                  , {formatOrNotSet(tradeIn.finalValue)}
                </>
              }
              facts={
                tradeIn.missing === 'customer' || tradeIn.missing === 'value' ? (
                  `${whyNot[tradeIn.missing]}: nothing can be issued`
                ) : (
                  <>
                    <CustomerName userId={tradeIn.userId}>{tradeIn.customerName ?? 'No name'}</CustomerName>
                    {tradeIn.unagreed && `. ${unagreedText(tradeIn.unagreed)}`}
                  </>
                )
              }
            >
              <ForWriters of="credit">
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
              </ForWriters>
            </FoldItem>
          ))}
        </ul>
      </details>
      {question}
    </HashTarget>
  )
}
