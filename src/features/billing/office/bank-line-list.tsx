import type { ReactNode } from 'react'
import { FoldItem } from '~/components/ui/fold-item'
import { MoreButton } from '~/components/ui/more-button'
import type { BankLine } from '~/contracts/billing/bank'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

export const bankLineText = ({ description, reference }: BankLine) =>
  [description, reference].filter(Boolean).join(' · ') || 'No description'

export function useBankLines(state: 'open' | 'ignored', enabled = true) {
  const query = trpc.payments.bankLines.useInfiniteQuery({ state, limit: 50 }, { getNextPageParam: (page) => page.nextCursor, enabled })
  return { query, rows: query.data?.pages.flatMap((page) => page.rows) }
}

interface BankLineListProps {
  label: string
  lines: ReturnType<typeof useBankLines>
  /** Said where there is no line. */
  none: string
  buttons: (line: BankLine) => ReactNode
}

export const BankLineList = ({ label, lines: { query, rows }, none, buttons }: BankLineListProps) => (
  <>
    {rows?.length === 0 && <p className="px-5 py-5 text-sm text-ink-subtle sm:px-6">{none}</p>}
    {rows && rows.length > 0 && (
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((line) => (
          <FoldItem
            key={line.id}
            title={<span className="tabular-nums">{formatEuro(line.amount)}</span>}
            facts={
              <>
                <p>{bankLineText(line)}</p>
                <p className="text-ink-subtle">
                  {[line.bookedOn && formatShortDay(line.bookedOn), line.fileName].filter(Boolean).join(' · ')}
                </p>
              </>
            }
          >
            {buttons(line)}
          </FoldItem>
        ))}
      </ul>
    )}
    <MoreButton query={query} variant="ghost" className="m-2">
      Show more
    </MoreButton>
  </>
)
