import { useState, type ReactNode } from 'react'
import { failureToast, useAction } from '~/components/form/use-action'
import { useConfirmation } from '~/components/form/use-confirmation'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { BankLine } from '~/contracts/billing/bank'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { BankLineList, bankLineText as textOf, useBankLines } from './bank-line-list'
import { IgnoredLines, useReopenLine } from './ignored-lines'

const ChooseInvoiceDialog = onDemand(() => import('./choose-invoice-dialog').then((module) => module.ChooseInvoiceDialog))

interface BankLinesProps {
  mayWrite: boolean
  /** At the end of the title's row. */
  actions?: ReactNode
}

/** Lines of the bank's files that pay nothing yet: to be matched with an invoice, or ignored. */
export function BankLines({ mayWrite, actions }: BankLinesProps) {
  const utils = trpc.useUtils()
  const [matching, setMatching] = useState<BankLine>()
  const lines = useBankLines('open')
  const onSettled = () => Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()])
  const match = trpc.payments.matchBankLine.useMutation({ onSettled })
  const ignoring = trpc.payments.ignoreBankLine.useMutation({ onSettled })
  const ignore = useAction(ignoring, { failed: 'Failed to ignore the line' })
  const reopen = useReopenLine()

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
  const ignoreIt = async ({ id, version, amount }: BankLine) => {
    if (!(await ignore.run({ id, version }))) return
    const action = { label: 'Undo', onAction: () => void reopen.run({ id }) }
    notifySuccess(`The line of ${formatEuro(amount)} is ignored`, { action })
  }
  if (lines.query.isError && !lines.rows) return <LoadFailure message="Failed to fetch the bank’s lines" query={lines.query} />
  return (
    <RecordSection title="Lines that pay nothing yet" actions={actions}>
      <BankLineList
        label="Lines that pay nothing yet"
        lines={lines}
        none="Every imported line is matched or ignored"
        buttons={(line) =>
          mayWrite && (
            <>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Ignore ${textOf(line)}`}
                busy={ignoring.isPending && ignoring.variables.id === line.id}
                onClick={() => void ignoreIt(line)}
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
            </>
          )
        }
      />
      <IgnoredLines mayWrite={mayWrite} />
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
