import { FileCheck } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { Card } from '~/components/ui/card'
import { FileDrop } from '~/components/ui/file-drop'
import { checkStatement, statementRecords, type StatementCheck } from '~/contracts/credit/statement-file'
import { fromSafeCell } from '~/lib/csv-cell'
import { formatEuro } from '~/lib/money'

const LARGEST_FILE = 50_000_000

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws if the file is no statement */
async function checkFile(file: File): Promise<StatementCheck> {
  if (file.size > LARGEST_FILE) throw new RangeError('This file is too large for a statement.')
  const { parse } = await import('csv-parse/browser/esm/sync')
  const rows: unknown = parse(await file.text(), { bom: true, columns: true, cast: (cell) => fromSafeCell(cell) })
  return checkStatement(statementRecords.parse(rows), sha256)
}

const faults = {
  missing: 'is missing',
  changed: 'is not as it was written',
  not_chained: 'does not follow from the one before it',
}

type Outcome = { check: StatementCheck } | { unreadable: true }

/** Recomputes the hash chain in the browser, without the server. */
export function CheckStatement() {
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setOutcome(undefined)
    try {
      setOutcome({ check: await checkFile(file) })
    } catch (error) {
      console.error('A statement could not be read', error)
      setOutcome({ unreadable: true })
    }
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-3 text-lg font-semibold text-ink">
        Check this statement
      </h2>
      <Card className="flex flex-col gap-4">
        <p className="max-w-2xl text-sm text-ink-muted">
          Every entry carries the fingerprint of the one before it. Choose a CSV file that you have downloaded: your browser recalculates
          all fingerprints without asking us.
        </p>
        <FileDrop
          label="Statement as CSV"
          icon={<FileCheck className="size-5 text-ink-muted" aria-hidden="true" />}
          accept=".csv,text/csv"
          onFiles={([file]) => void take(file)}
        />
        <div aria-live="polite" className="text-sm">
          {outcome && <Words outcome={outcome} />}
        </div>
      </Card>
    </section>
  )
}

function Words({ outcome }: { outcome: Outcome }) {
  if ('unreadable' in outcome) {
    return <p className="text-danger-ink">This is not a statement from this page. Choose the CSV file exactly as you downloaded it.</p>
  }
  const { check } = outcome
  if ('fault' in check) {
    return (
      <p className="text-danger-ink">
        Entry {check.number} {faults[check.fault]}. Everything before it is as it was written; nothing after it is proven.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-1 text-ink">
      <p>
        {check.entries === 1 ? 'The one entry is' : `All ${check.entries.toLocaleString('en-GB')} entries are`} whole and in order, and come
        to {formatEuro(check.available)} available and {formatEuro(check.held)} held.
      </p>
      <p className="text-ink-muted">
        It proves that no entry of this file was changed, left out or put in since it was written. The column “cause” only says it in words,
        and is not proven. Keep this fingerprint: every later statement must contain it.{' '}
        <code className="wrap-anywhere">{check.lastHash}</code>
      </p>
    </div>
  )
}
