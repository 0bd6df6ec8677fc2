import { clsx } from 'clsx/lite'

export interface Figure {
  label: string
  values: readonly string[]
}

interface FigureTableProps {
  title: string
  columns: readonly string[]
  rows: readonly Figure[]
  total?: Figure | undefined
}

const cell = 'py-1.5 pl-4 text-right whitespace-nowrap tabular-nums'

function FigureRow({ label, values, isTotal = false }: Figure & { isTotal?: boolean }) {
  return (
    <tr className={clsx('text-ink', isTotal && 'border-t border-line-strong font-semibold')}>
      <th scope="row" className={clsx('min-w-28 py-1.5 text-left wrap-anywhere', !isTotal && 'font-normal')}>
        {label}
      </th>
      {values.map((value, index) => (
        <td key={index} className={cell}>
          {value}
        </td>
      ))}
    </tr>
  )
}

export function FigureTable({ title, columns: [first, ...others], rows, total }: FigureTableProps) {
  return (
    <table aria-label={title} className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-muted">
          <th scope="col" className="py-1.5 font-semibold">
            {first}
          </th>
          {others.map((column) => (
            <th key={column} scope="col" className={clsx(cell, 'font-semibold')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row, index) => (
          <FigureRow key={index} {...row} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <FigureRow {...total} isTotal />
        </tfoot>
      )}
    </table>
  )
}
