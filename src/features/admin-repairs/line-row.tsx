import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Control, FieldPath } from 'react-hook-form'
import { useField } from '~/components/form/field-frame'
import { IconButton } from '~/components/ui/icon-button'
import { lineKindLabels, lineKinds, type Lines, type LinesDraft } from '~/contracts/estimates'
import { formatEuro } from '~/lib/money'

/** Of a form of lines. */
export type LinesControl = Control<LinesDraft, unknown, Lines>

interface LineRowProps {
  control: LinesControl
  index: number
  /** EUR. */
  amount: number
  onRemove: () => void
}

/** A line that is edited: a row of the table, and in a narrow place a card. */
export function LineRow({ control, index, amount, onRemove }: LineRowProps) {
  const cell = { control, line: index + 1 }
  return (
    <tr role="row" className="grid grid-cols-[1fr_1fr_auto] gap-3 rounded-lg border border-line p-3 @2xl:table-row @2xl:border-0 @2xl:p-0">
      <Cell {...cell} name={`lines.${index}.label`} label="Description" className="col-span-3">
        {(field) => <input {...field} autoComplete="off" className="field sm:text-sm" />}
      </Cell>
      <Cell {...cell} name={`lines.${index}.kind`} label="Kind" className="@2xl:w-28">
        {(field) => (
          <select {...field} className="field truncate sm:text-sm">
            {lineKinds.map((kind) => (
              <option key={kind} value={kind}>
                {lineKindLabels[kind]}
              </option>
            ))}
          </select>
        )}
      </Cell>
      <Cell {...cell} name={`lines.${index}.quantity`} label="Quantity" className="col-span-2 @2xl:w-24">
        {(field) => <input {...field} inputMode="decimal" autoComplete="off" className="field tabular-nums sm:text-sm" />}
      </Cell>
      <Cell {...cell} name={`lines.${index}.price`} label="Price" className="@2xl:w-32">
        {(field) => (
          <div className="relative">
            <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-subtle sm:text-sm">
              €
            </span>
            <input {...field} inputMode="decimal" autoComplete="off" className="field pl-7 tabular-nums sm:text-sm" />
          </div>
        )}
      </Cell>
      <td
        role="cell"
        className="self-center pt-6 text-right font-medium whitespace-nowrap text-ink tabular-nums @2xl:w-28 @2xl:px-1 @2xl:pt-4"
      >
        <span className="sr-only">Amount</span> {formatEuro(amount)}
      </td>
      <td role="cell" className="self-end @2xl:w-11 @2xl:py-1.5">
        <IconButton label={`Remove line ${index + 1}`} onClick={onRemove} className="text-ink-muted">
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

interface CellProps {
  control: LinesControl
  name: FieldPath<LinesDraft>
  /** The column's name, and on a card the field's. */
  label: string
  /** Which line, from 1. */
  line: number
  className?: string
  children: (attributes: {
    id: string
    name: string
    value: string
    ref: (element: HTMLElement | null) => void
    onChange: (event: { target: { value: string } }) => void
    onBlur: () => void
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

function Cell({ control, name, label, line, className, children }: CellProps) {
  const { field, message, messageId, attributes } = useField({ control, name })
  const value: unknown = field.value
  return (
    <td role="cell" className={clsx('flex min-w-0 flex-col gap-1.5 @2xl:table-cell @2xl:px-1 @2xl:py-1.5 @2xl:align-top', className)}>
      <label htmlFor={attributes.id} className="text-sm font-medium text-ink @2xl:sr-only">
        {label} <span className="sr-only">of line {line}</span>
      </label>
      {children({
        ...attributes,
        name: field.name,
        value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
        ref: field.ref,
        onChange: field.onChange,
        onBlur: field.onBlur,
      })}
      {message !== undefined && (
        <p id={messageId} className="mt-1 text-sm text-danger-ink">
          {message}
        </p>
      )}
    </td>
  )
}
