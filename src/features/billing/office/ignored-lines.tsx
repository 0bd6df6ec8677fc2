import { useState } from 'react'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { MoreButton } from '~/components/ui/more-button'
import { trpc } from '~/trpc/client'
import { BankLineRow, bankLineText } from './bank-line-row'

export function useReopenLine() {
  const utils = trpc.useUtils()
  return useAction(trpc.payments.reopenBankLine.useMutation({ onSettled: () => utils.payments.invalidate() }), {
    done: 'The line is open again',
    failed: 'Failed to open the line again',
  })
}

/** Lines that somebody has ignored, with a way back; loaded when it is opened. */
export function IgnoredLines({ mayWrite }: { mayWrite: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const lines = trpc.payments.bankLines.useInfiniteQuery(
    { state: 'ignored', limit: 50 },
    { getNextPageParam: (page) => page.nextCursor, enabled: isOpen },
  )
  const reopen = useReopenLine()
  const rows = lines.data?.pages.flatMap((page) => page.rows)
  return (
    <details className="border-t border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer px-5 py-3 text-sm text-ink-muted hover:text-ink sm:px-6">Ignored lines</summary>
      {lines.isError && <p className="px-5 pb-4 text-sm text-ink-subtle sm:px-6">Not available at the moment</p>}
      {rows?.length === 0 && <p className="px-5 pb-4 text-sm text-ink-subtle sm:px-6">No line is ignored</p>}
      {rows && rows.length > 0 && (
        <ul aria-label="Ignored lines" className="divide-y divide-line border-t border-line">
          {rows.map((line) => (
            <BankLineRow key={line.id} line={line}>
              {mayWrite && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={reopen.busy}
                  aria-label={`Open ${bankLineText(line)} again`}
                  onClick={() => void reopen.run({ id: line.id, version: line.version })}
                >
                  Open again
                </Button>
              )}
            </BankLineRow>
          ))}
        </ul>
      )}
      {isOpen && (
        <MoreButton query={lines} variant="ghost" className="m-2">
          Show more
        </MoreButton>
      )}
    </details>
  )
}
