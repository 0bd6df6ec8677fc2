import { useState } from 'react'
import { useConfirmation } from '~/components/form/use-confirmation'
import { RecordSection } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { EntryTable } from '~/components/ui/entry-table'
import { notifySuccess } from '~/components/ui/notify'
import { bankLeftOut, type BankLeftOut, type BankLineState, type BankPreview, type BankPreviewLine } from '~/contracts/billing/bank'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import type { SentFile } from './bank-upload'

/** All lines are imported, even those not shown. */
const MOST_SHOWN = 500

const knownWords: Record<BankLineState, string> = { open: 'Imported before, open', matched: 'Matched before', ignored: 'Ignored before' }

const leftOutWords: Record<BankLeftOut, (rows: number) => string> = {
  outgoing: (rows) => `${rows} outgoing ${rows === 1 ? 'line' : 'lines'}`,
  foreign: (rows) => `${rows} in another currency than EUR`,
  pending: (rows) => `${rows} not booked yet`,
  undone: (rows) => `${rows} declined, reverted or cancelled`,
  unknownState: (rows) => `${rows} whose state is not known`,
  internal: (rows) => `${rows} between your own accounts, or that moved no money`,
  balance: (rows) => `${rows} ${rows === 1 ? 'balance or total' : 'balances or totals'}`,
}

/** '3 outgoing lines, 1 not booked yet'; '' if nothing is left out. */
function leftOutText({ outgoing, foreign, leftOut }: BankPreview): string {
  const counts: Partial<Record<BankLeftOut, number>> = { ...leftOut, outgoing, foreign }
  return bankLeftOut.flatMap((reason) => (counts[reason] ? [leftOutWords[reason](counts[reason])] : [])).join(', ')
}

const plainAmount = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })

const orderWords = { dmy: 'day first', mdy: 'month first' } as const

const isNew = ({ known }: BankPreviewLine) => known === null

interface BankPreviewSectionProps {
  file: SentFile
  accountId: string | undefined
  preview: BankPreview
  hasAccounts: boolean
  onAccount: () => void
  onDone: () => void
}

/** The lines of a file with the invoices that they name; each can be left open. */
export function BankPreviewSection({ file, accountId, preview, hasAccounts, onAccount, onDone }: BankPreviewSectionProps) {
  const { fileName, lines, account, currency, days } = preview
  const utils = trpc.useUtils()
  const send = trpc.payments.importBank.useMutation()
  const { send: asking, question } = useConfirmation('Record these payments?')
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(lines.filter(({ match }) => match !== null && !match.isExact).map(({ fingerprint }) => fingerprint)),
  )
  const leftOut = leftOutText(preview)
  const inFile = (amount: number) => (currency === null ? plainAmount.format(amount) : formatEuro(amount))
  const choices = lines.flatMap(({ fingerprint, match, known }) =>
    known === null && match !== null && !left.has(fingerprint) ? [{ fingerprint, invoiceId: match.invoiceId }] : [],
  )
  const added = lines.filter(isNew).length
  const confirm = async () => {
    try {
      const done = await asking((confirmed) =>
        send.mutateAsync({ ...file, fileName, choices, ...(accountId !== undefined && { accountId }), ...(confirmed && { confirmed }) }),
      )
      if (!done) return
      notifySuccess(
        `${done.added} ${done.added === 1 ? 'line' : 'lines'} imported, ${done.payments} ${done.payments === 1 ? 'payment' : 'payments'} of ${formatEuro(done.amount)} recorded`,
      )
      onDone()
    } catch (error) {
      failureToast('The file was not imported')(error)
    }
    await Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()])
  }
  const toggle = (fingerprint: string, on: boolean) =>
    setLeft((now) => (on ? new Set([...now].filter((each) => each !== fingerprint)) : new Set([...now, fingerprint])))
  return (
    <RecordSection title={fileName || 'The file'}>
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        {question}
        <p className="text-sm text-ink-muted" role="status">
          {added} of {lines.length} incoming {lines.length === 1 ? 'line is' : 'lines are'} new, {choices.length} of them{' '}
          {choices.length === 1 ? 'pays' : 'pay'} an invoice. The others stay open.
          {leftOut !== '' && ` Left out: ${leftOut}.`}
          {lines.length > MOST_SHOWN && ` The first ${MOST_SHOWN} are shown.`}
        </p>
        <ul className="flex flex-col gap-1 text-sm text-ink-muted">
          <li>
            {[preview.bank ?? preview.format, account ? `${account.name} (${account.currency})` : preview.accountNumber]
              .filter(Boolean)
              .join(' · ')}
          </li>
          {days && (
            <li>
              Days are read with the {orderWords[days.order]}: {days.example} is one of them.
              {!days.isProven && ' No day of the file proves it; look at the days below.'}
            </li>
          )}
          {currency === null && lines.length > 0 && (
            <li className="flex flex-wrap items-center gap-3 text-ink">
              {hasAccounts
                ? 'The file does not say its currency. Choose its account above, or add it.'
                : 'The file does not say its currency.'}
              <Button variant="secondary" size="sm" onClick={onAccount}>
                {hasAccounts ? 'Add an account' : 'Choose its account'}
              </Button>
            </li>
          )}
        </ul>
        {lines.length > 0 && (
          <EntryTable
            label="Lines of the file"
            rows={lines.slice(0, MOST_SHOWN)}
            rowId={({ fingerprint }) => fingerprint}
            columns={[
              { header: 'Day', cell: ({ bookedOn }) => <time dateTime={bookedOn}>{formatShortDay(bookedOn)}</time> },
              {
                header: 'From',
                cell: ({ description, reference }) => (
                  <span className="wrap-anywhere">
                    {description}
                    {reference !== '' && <span className="block text-xs text-ink-muted">{reference}</span>}
                  </span>
                ),
              },
              { header: 'Amount', align: 'end', cell: ({ amount }) => inFile(amount) },
              {
                header: 'Pays',
                cell: ({ fingerprint, known, match, amount }) => {
                  if (known !== null) return <span className="text-ink-subtle">{knownWords[known]}</span>
                  if (match === null) return <span className="text-ink-muted">Names no invoice: stays open</span>
                  return (
                    <label className="flex min-h-9 cursor-pointer items-start gap-2">
                      <Checkbox
                        checked={!left.has(fingerprint)}
                        onChange={(event) => toggle(fingerprint, event.target.checked)}
                        aria-label={`${inFile(amount)} pays ${match.number}`}
                      />
                      <span className="wrap-anywhere">
                        {match.number}
                        <span className="block text-xs text-ink-muted">
                          {match.buyerName}
                          {!match.isExact && ` · ${formatEuro(match.owed)} is owed`}
                        </span>
                      </span>
                    </label>
                  )
                },
              },
            ]}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onDone}>
            Choose another file
          </Button>
          <Button busy={send.isPending} disabled={added === 0 || currency === null} onClick={() => void confirm()}>
            Import {added} {added === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      </div>
    </RecordSection>
  )
}
