import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { useConfirmation } from '~/components/form/use-confirmation'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { EntryTable } from '~/components/ui/entry-table'
import { FileDrop } from '~/components/ui/file-drop'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { LARGEST_BANK_FILE, type BankLineState, type BankPreview, type BankPreviewLine } from '~/contracts/credit/bank'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { inBody, trpc } from '~/trpc/client'
import { BankLines } from './bank-lines'

/** Lines of a preview that are shown; all are imported. */
const MOST_SHOWN = 500

interface Chosen {
  csv: string
  preview: BankPreview
}

const knownWords: Record<BankLineState, string> = { open: 'Imported before, open', matched: 'Matched before', ignored: 'Ignored before' }

/** A bank's CSV file: looked at first, then imported with the payments that are chosen, and what is left of earlier ones. */
export function BankFile({ mayWrite }: { mayWrite: boolean }) {
  const [chosen, setChosen] = useState<Chosen>()
  const utils = trpc.useUtils()
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const take = async ([file]: File[]) => {
    if (!file) return
    if (file.size > LARGEST_BANK_FILE) {
      setRefusal(`${file.name} was not read. Choose a file of at most 1 MB.`)
      return
    }
    setReading(true)
    setRefusal(undefined)
    try {
      const csv = await file.text()
      const preview = await utils.payments.previewBank.fetch(
        { csv, fileName: file.name.slice(0, 200) },
        { ...inBody, staleTime: 0, gcTime: 0 },
      )
      setChosen({ csv, preview })
    } catch (error) {
      console.error('The bank file was not read', error)
      setRefusal(`${file.name} was not read. ${serverMessage(error) ?? 'Please try again.'}`)
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {mayWrite && !chosen && (
        <FileDrop
          label="Choose your bank’s CSV file"
          hint="Nothing is written before you have looked at it. A line that was imported before is never taken twice."
          icon={<FileUp className="size-6 text-ink-subtle" aria-hidden="true" />}
          accept=".csv,text/csv"
          disabled={reading}
          onFiles={(files) => void take(files)}
        />
      )}
      {refusal !== undefined && (
        <FormNote tone="danger" role="alert">
          {refusal}
        </FormNote>
      )}
      {chosen && <Preview key={chosen.preview.fileName} {...chosen} onDone={() => setChosen(undefined)} />}
      <BankLines mayWrite={mayWrite} />
    </div>
  )
}

const isNew = ({ known }: BankPreviewLine) => known === null

/** The lines of a file with the invoices that they name; each can be left open. */
function Preview({ csv, preview: { fileName, lines, outgoing }, onDone }: Chosen & { onDone: () => void }) {
  const utils = trpc.useUtils()
  const send = trpc.payments.importBank.useMutation()
  const { send: asking, question } = useConfirmation('Record these payments?')
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(lines.filter(({ match }) => match !== null && !match.isExact).map(({ fingerprint }) => fingerprint)),
  )
  const choices = lines.flatMap(({ fingerprint, match, known }) =>
    known === null && match !== null && !left.has(fingerprint) ? [{ fingerprint, invoiceId: match.invoiceId }] : [],
  )
  const added = lines.filter(isNew).length
  const confirm = async () => {
    try {
      const done = await asking((confirmed) => send.mutateAsync({ csv, fileName, choices, ...(confirmed && { confirmed }) }))
      if (!done) return
      notifySuccess(
        `${done.added} ${done.added === 1 ? 'line' : 'lines'} imported, ${done.payments} ${done.payments === 1 ? 'payment' : 'payments'} of ${formatEuro(done.amount)} recorded`,
      )
      onDone()
    } catch (error) {
      notifyError('The file was not imported', error, serverMessage(error))
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
          {outgoing > 0 && ` ${outgoing} outgoing ${outgoing === 1 ? 'line is' : 'lines are'} left out.`}
          {lines.length > MOST_SHOWN && ` The first ${MOST_SHOWN} are shown.`}
        </p>
        {lines.length > 0 && (
          <EntryTable
            label="Lines of the file"
            rows={lines.slice(0, MOST_SHOWN)}
            rowId={({ fingerprint }) => fingerprint}
            columns={[
              {
                header: 'Day',
                cell: ({ bookedOn }) => (
                  <time dateTime={bookedOn} className="whitespace-nowrap">
                    {formatShortDay(bookedOn)}
                  </time>
                ),
              },
              {
                header: 'From',
                cell: ({ description, reference }) => (
                  <span className="wrap-anywhere">
                    {description}
                    {reference !== '' && <span className="block text-xs text-ink-muted">{reference}</span>}
                  </span>
                ),
              },
              { header: 'Amount', align: 'end', cell: ({ amount }) => formatEuro(amount) },
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
                        aria-label={`${formatEuro(amount)} pays ${match.number}`}
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
          <Button busy={send.isPending} disabled={added === 0} onClick={() => void confirm()}>
            Import {added} {added === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      </div>
    </RecordSection>
  )
}
