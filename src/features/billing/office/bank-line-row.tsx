import type { ReactNode } from 'react'
import { FoldItem } from '~/components/ui/fold-item'
import type { BankLine } from '~/contracts/billing/bank'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'

export const bankLineText = ({ description, reference }: BankLine) =>
  [description, reference].filter(Boolean).join(' · ') || 'No description'

/** @param children the buttons */
export const BankLineRow = ({ line, children }: { line: BankLine; children: ReactNode }) => (
  <FoldItem
    title={<span className="tabular-nums">{formatEuro(line.amount)}</span>}
    facts={
      <>
        <p>{bankLineText(line)}</p>
        <p className="text-ink-subtle">{[line.bookedOn && formatShortDay(line.bookedOn), line.fileName].filter(Boolean).join(' · ')}</p>
      </>
    }
  >
    {children}
  </FoldItem>
)
