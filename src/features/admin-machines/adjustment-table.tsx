import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { Skeleton } from '~/components/ui/skeleton'
import { conditionGrades, conditionLabels } from '~/contracts/trade-in-estimate'
import type { AdjustmentPreview } from '~/contracts/machine-values'
import { formatEuro } from '~/lib/money'

/** What an adjustment makes of each machine: the value now and the one to come, by grade. */
export function AdjustmentTable({ preview }: { preview: AdjustmentPreview | undefined }) {
  if (!preview) return <Skeleton className="h-40 w-full" />
  return (
    <div role="region" aria-label="Preview" tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line">
      <table aria-label="New values" className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface-muted text-xs text-ink-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              Machine
            </th>
            {conditionGrades.map((grade) => (
              <th key={grade} scope="col" className="px-3 py-2 text-right font-semibold">
                {conditionLabels[grade]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {preview.rows.map(({ id, name, before, after }) => (
            <tr key={id}>
              <th scope="row" className="px-3 py-2 font-medium text-ink">
                {name}
              </th>
              {conditionGrades.map((grade) => (
                <td key={grade} className="px-3 py-2 text-right whitespace-nowrap text-ink-muted tabular-nums">
                  {before[grade] !== after[grade] && (
                    <>
                      {formatEuro(before[grade])} <ArrowRight className="inline size-3.5 text-ink-subtle" aria-label="becomes" />{' '}
                    </>
                  )}
                  <span className={clsx(before[grade] !== after[grade] && 'font-medium text-ink')}>{formatEuro(after[grade])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {preview.matching > preview.rows.length && (
        <p className="px-3 py-2 text-sm text-ink-muted">and {(preview.matching - preview.rows.length).toLocaleString('en-GB')} more</p>
      )}
    </div>
  )
}
