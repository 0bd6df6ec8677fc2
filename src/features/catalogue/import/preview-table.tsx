import { ArrowRight, Download } from '~/components/icons/lucide'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Skeleton } from '~/components/ui/loading'
import { Tabs } from '~/components/ui/tabs'
import type { ImportRow, ImportValue, RowVerdict } from '~/contracts/office/imports'
import { fieldLabel } from '~/contracts/office/import-fields'
import type { ImportedNoun } from '~/contracts/records'
import type { ImportSession } from './use-import'

const tabs = ['new', 'changed', 'wrong', 'unchanged', 'skipped'] as const satisfies readonly RowVerdict[]
const titles: Record<RowVerdict, string> = {
  new: 'New',
  changed: 'Changed',
  wrong: 'Wrong',
  unchanged: 'Unchanged',
  skipped: 'Passed over',
}

const number = new Intl.NumberFormat('en-GB')

/** Rows of a checked file, by verdict. */
export function PreviewTable({ noun, session }: { noun: ImportedNoun; session: ImportSession }) {
  const { counts: judged, verdict, batchId, skipped } = session
  if (!judged) return <Skeleton className="h-64 w-full" />
  const counts = { ...judged, skipped }
  return (
    <>
      {counts.wrong > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          <p>
            {number.format(counts.wrong)} {counts.wrong === 1 ? 'row is' : 'rows are'} wrong and would be left out. Correct the file and
            choose it again, or import the rest.
          </p>
          <a href={`/api/imports/${batchId}/errors.csv`} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
            <Download className="size-4" aria-hidden="true" />
            Download errors
          </a>
        </div>
      )}
      <Tabs
        label="Rows of the file"
        selected={verdict}
        onSelect={session.show}
        items={tabs
          .filter((each) => each !== 'skipped' || skipped > 0)
          .map((each) => ({
            id: each,
            label: `${titles[each]} (${number.format(counts[each])})`,
            panel: each === verdict ? <Rows noun={noun} session={session} verdict={each} none={counts[each] === 0} /> : null,
          }))}
      />
    </>
  )
}

interface RowsProps {
  noun: ImportedNoun
  session: ImportSession
  verdict: RowVerdict
  none: boolean
}

function Rows({ noun, session, verdict, none }: RowsProps) {
  if (none) return <p className="py-6 text-center text-sm text-ink-muted">No rows</p>
  const rows = session.rows?.filter((row) => row.verdict === verdict) ?? []
  if (rows.length === 0 && session.loading) return <Skeleton className="h-40 w-full" />
  return (
    <div role="region" aria-label={`${titles[verdict]} rows`} tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line">
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface-muted text-xs text-ink-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              Line
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Name
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              {verdict === 'wrong' ? 'What is wrong' : verdict === 'skipped' ? 'Why' : 'Values'}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="px-3 py-2 align-top text-ink-muted tabular-nums">{row.line}</td>
              <td className="px-3 py-2 align-top wrap-anywhere text-ink">{row.name}</td>
              <td className="px-3 py-2 align-top wrap-anywhere text-ink-muted">
                <Judged noun={noun} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {session.more && (
        <Button variant="ghost" size="sm" onClick={session.more} busy={session.loading} className="m-2">
          Show more
        </Button>
      )}
    </div>
  )
}

const written = (value: ImportValue) => (value === null || value === '' ? 'empty' : String(value))

function Judged({ noun, row }: { noun: ImportedNoun; row: ImportRow }) {
  if (row.verdict === 'unchanged') return 'As it is'
  if (row.verdict === 'wrong' || row.verdict === 'skipped') {
    return row.faults.map(({ field, message }) => (
      <span key={`${field}${message}`} className={row.verdict === 'wrong' ? 'block text-danger-ink' : 'block'}>
        {field === null ? message : `${fieldLabel(noun, field)}: ${message}`}
      </span>
    ))
  }
  return row.fields
    .filter(({ after }) => row.verdict === 'changed' || (after !== null && after !== ''))
    .map(({ field, before, after }) => (
      <span key={field} className="mr-3 inline-flex flex-wrap items-center gap-x-1">
        <span className="text-ink-subtle">{fieldLabel(noun, field)}</span>
        {row.verdict === 'changed' && (
          <>
            <span>{written(before)}</span>
            <ArrowRight className="size-3.5 text-ink-subtle" aria-label="becomes" />
          </>
        )}
        <span className="text-ink">{written(after)}</span>
      </span>
    ))
}
