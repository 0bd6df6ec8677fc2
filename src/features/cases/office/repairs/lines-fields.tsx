import { clsx } from 'clsx/lite'
import { PackagePlus, Plus } from '~/components/icons/lucide'
import { useRef, useState, type ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { ListFault } from '~/components/form/field-frame'
import { Button } from '~/components/ui/button'
import { lineKindLabels, lineTotal, sumOfLines, type EstimateLine, type Lines, type LinesDraft } from '~/contracts/cases/estimates'
import { decimalOf } from '~/contracts/fields'
import { formatEuro } from '~/lib/money'
import { LineRow, type LinesControl } from './line-row'
import { StockNote, StockPartDialog } from './stock-part'

/** Edits the lines of an estimate or of the actual cost. */

const draftLine = ({ kind, label, quantity, price, partTypeId }: EstimateLine): LinesDraft['lines'][number] => ({
  kind,
  label,
  quantity: String(quantity),
  // A line may start without a price.
  price: Number.isNaN(price) ? '' : String(price),
  ...(partTypeId !== undefined && { partTypeId }),
})
const newLine: LinesDraft['lines'][number] = { kind: 'part', label: '', quantity: '1', price: '' }

/** As form values. */
export const linesDraft = ({ lines }: Lines): LinesDraft => ({ lines: lines.map(draftLine) })

const lineText = ({ kind, label, quantity, price }: EstimateLine) =>
  `${lineKindLabels[kind]}: ${label}, ${quantity.toLocaleString('en-GB')} × ${formatEuro(price)}`

/** For the comparison of two versions. */
export const comparedLines = [{ label: 'Lines', write: ({ lines }: Lines) => lines.map(lineText).join('\n') }]

/** Text that is no number counts as 0. */
const typedLine = ({ quantity, price }: LinesDraft['lines'][number]) => ({
  quantity: decimalOf(quantity ?? ''),
  price: decimalOf(price ?? ''),
})

/** EUR. */
export function useTypedSum(control: LinesControl): number {
  return sumOfLines(useWatch({ control, name: 'lines' }).map(typedLine))
}

interface LinesFieldsProps {
  control: LinesControl
  label: string
  /** Maximum number of lines. */
  most: number
  /** Offers frequent lines. */
  presets: (add: (line: EstimateLine) => void) => ReactNode
}

/** A table, or a card for each line where space is narrow. */
export function LinesFields({ control, label, most, presets }: LinesFieldsProps) {
  const { fields, append, remove, update } = useFieldArray({ control, name: 'lines' })
  const typed = useWatch({ control, name: 'lines' })
  const [choosing, setChoosing] = useState(false)
  /** Chosen with the line, so it has no field of its own. */
  const stockOf = (index: number) => {
    const { partTypeId, ...line } = typed[index] ?? newLine
    if (partTypeId === undefined) return null
    return <StockNote line={index + 1} partTypeId={partTypeId} quantity={typedLine(line).quantity} onUnlink={() => update(index, line)} />
  }
  const addButton = useRef<HTMLButtonElement>(null)

  return (
    <div className="min-w-0 sm:col-span-2">
      {/* Not around the buttons: a menu inside a container cannot overlap the next one. */}
      <div className="@container">
        {fields.length === 0 ? (
          <p className="rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-muted">No lines yet</p>
        ) : (
          <table role="table" aria-label={label} className="block w-full text-left text-sm @2xl:table">
            <thead role="rowgroup" className="hidden text-xs text-ink-muted @2xl:table-header-group">
              <tr role="row">
                {['Description', 'Kind', 'Quantity', 'Price', 'Amount'].map((header, index) => (
                  <th key={header} role="columnheader" scope="col" className={clsx('px-1 pb-1.5 font-semibold', index > 3 && 'text-right')}>
                    {header}
                  </th>
                ))}
                <th role="columnheader" scope="col" className="pb-1.5">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup" className="flex flex-col gap-3 @2xl:table-row-group">
              {fields.map(({ id }, index) => (
                <LineRow
                  key={id}
                  control={control}
                  index={index}
                  amount={lineTotal(typedLine(typed[index] ?? newLine))}
                  stock={stockOf(index)}
                  onRemove={() => {
                    remove(index)
                    addButton.current?.focus()
                  }}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <ListFault control={control} name="lines" />
      <div className="relative mt-4 flex flex-wrap items-center gap-2">
        <Button
          ref={addButton}
          variant="secondary"
          size="sm"
          disabled={fields.length >= most}
          onClick={() => append(newLine, { focusName: `lines.${fields.length}.label` })}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add line
        </Button>
        <Button variant="secondary" size="sm" disabled={fields.length >= most} onClick={() => setChoosing(true)}>
          <PackagePlus className="size-4" aria-hidden="true" />
          Add part from stock
        </Button>
        {choosing && (
          <StockPartDialog onAdd={(line) => append(draftLine(line), { shouldFocus: false })} onClose={() => setChoosing(false)} />
        )}
        {presets((line) => append(draftLine(line), { shouldFocus: false }))}
        <p className="ml-auto text-sm text-ink-muted">
          Total{' '}
          <output aria-label="Total" className="ml-1 text-base font-semibold text-ink tabular-nums">
            {formatEuro(sumOfLines(typed.map(typedLine)))}
          </output>
        </p>
      </div>
    </div>
  )
}
