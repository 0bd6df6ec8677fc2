import { useState } from 'react'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { trpc } from '~/trpc/client'
import { BankLineList, bankLineText, useBankLines } from './bank-line-list'

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
  const lines = useBankLines('ignored', isOpen)
  const reopen = useReopenLine()
  return (
    <details className="border-t border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer px-5 py-3 text-sm text-ink-muted hover:text-ink sm:px-6">Ignored lines</summary>
      {lines.query.isError && <p className="px-5 pb-4 text-sm text-ink-subtle sm:px-6">Not available at the moment</p>}
      {isOpen && (
        <div className="border-t border-line">
          <BankLineList
            label="Ignored lines"
            lines={lines}
            none="No line is ignored"
            buttons={(line) =>
              mayWrite && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={reopen.busy}
                  aria-label={`Open ${bankLineText(line)} again`}
                  onClick={() => void reopen.run({ id: line.id, version: line.version })}
                >
                  Open again
                </Button>
              )
            }
          />
        </div>
      )}
    </details>
  )
}
