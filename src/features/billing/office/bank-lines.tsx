import { useState } from 'react'
import { MoreButton } from '~/components/ui/more-button'
import { failureToast, useAction } from '~/components/form/use-action'
import { useConfirmation } from '~/components/form/use-confirmation'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { BankLine } from '~/contracts/billing/bank'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const ChooseInvoiceDialog = onDemand(() => import('./choose-invoice-dialog').then((module) => module.ChooseInvoiceDialog))

const textOf = ({ description, reference }: BankLine) => [description, reference].filter(Boolean).join(' · ') || 'No description'

/** Open lines of bank files, to match with an invoice or ignore. */
export function BankLines({ mayWrite }: { mayWrite: boolean }) {
  const utils = trpc.useUtils()
  const [matching, setMatching] = useState<BankLine>()
  const lines = trpc.payments.bankLines.useInfiniteQuery({ state: 'open', limit: 50 }, { getNextPageParam: (page) => page.nextCursor })
  const onSettled = () => Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()])
  const match = trpc.payments.matchBankLine.useMutation({ onSettled })
  const ignoring = trpc.payments.ignoreBankLine.useMutation({ onSettled })
  const ignore = useAction(ignoring, { failed: 'Failed to ignore the line' })
  const rows = lines.data?.pages.flatMap((page) => page.rows) ?? []

  const { send, question } = useConfirmation('Record this payment?')

  const matchWith = async ({ id, version, amount }: BankLine, invoiceId: string, number: string | null) => {
    try {
      const matched = await send((confirmed) => match.mutateAsync({ id, version, invoiceId, ...(confirmed && { confirmed }) }))
      if (!matched) return
      notifySuccess(`${formatEuro(amount)} pays ${number ?? 'the invoice'}`)
      setMatching(undefined)
    } catch (error) {
      failureToast('Failed to match the line')(error)
    }
  }
  const ignoreIt = ({ id, version, amount }: BankLine) => void ignore.run({ id, version }, `The line of ${formatEuro(amount)} is ignored`)
  if (lines.isError && !lines.data) return <LoadFailure message="Failed to fetch the bank’s lines" query={lines} />
  return (
    <RecordSection title="Lines that pay nothing yet">
      <div className="px-5 py-2 sm:px-6">
        {lines.data && rows.length === 0 && <p className="py-3 text-sm text-ink-subtle">Every imported line is matched or ignored</p>}
        {rows.length > 0 && (
          <ul aria-label="Lines that pay nothing yet" className="divide-y divide-line">
            {rows.map((line) => (
              <li key={line.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium text-ink tabular-nums">{formatEuro(line.amount)}</p>
                  <p className="wrap-anywhere text-ink-muted">{textOf(line)}</p>
                  <p className="wrap-anywhere text-ink-subtle">
                    {[line.bookedOn && formatShortDay(line.bookedOn), line.fileName].filter(Boolean).join(' · ')}
                  </p>
                </div>
                {mayWrite && (
                  <div className="flex flex-wrap gap-2">
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={`Ignore ${textOf(line)}`}
                      busy={ignoring.isPending && ignoring.variables.id === line.id}
                      onClick={() => ignoreIt(line)}
                    >
                      Ignore
                    </Button>
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={`Choose the invoice that ${textOf(line)} pays`}
                      onClick={() => setMatching(line)}
                    >
                      Choose invoice
                    </Button>
                    {line.match && (
                      <Button
                        size="sm"
                        busy={match.isPending && match.variables.id === line.id}
                        onClick={() => line.match && void matchWith(line, line.match.invoiceId, line.match.number)}
                      >
                        Pays {line.match.number}
                      </Button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <MoreButton query={lines} variant="ghost" className="my-2">
          Show more
        </MoreButton>
      </div>
      {question}
      {matching && (
        <ChooseInvoiceDialog
          title="Match with an invoice"
          search={matching.match?.number ?? ''}
          submitLabel="Record payment"
          busy={match.isPending}
          onChoose={(invoice) => void matchWith(matching, invoice.id, invoice.number)}
          onClose={() => setMatching(undefined)}
        >
          {formatEuro(matching.amount)}: {textOf(matching)}. A payment is recorded for the invoice; what is more than it is owed stands on
          account.
        </ChooseInvoiceDialog>
      )}
    </RecordSection>
  )
}
