import { memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels, conditionNotes, tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { Button } from '~/components/ui/button'
import { emptyRow, UNLISTED, type ListedMachine } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'
import { ChoiceField, Fault, LineField } from './request-fields'
import type { Faults } from './use-request-form'

interface MachineRowsProps {
  machines: readonly ActiveMachine[]
  rows: ListedMachine[]
  faults: Faults
  onChange: (rows: ListedMachine[]) => void
  onRemove: (index: number) => void
}

/** The catalogue by category; machines that share a name also show their hashrate. */
function MachineOptions({ machines }: { machines: readonly ActiveMachine[] }) {
  const categories = [...new Set(machines.map(({ category }) => category))].sort((a, b) => a.localeCompare(b, 'en-GB'))
  return categories.map((category) => (
    <optgroup key={category} label={category}>
      {machines
        .filter((machine) => machine.category === category)
        .map(({ id, manufacturer, model, hashrate }) => (
          <option key={id} value={id}>
            {[`${manufacturer} ${model}`, hashrate].filter((part) => part !== '').join(', ')}
          </option>
        ))}
    </optgroup>
  ))
}

type RowFaults = Partial<Record<'machineId' | 'manufacturer' | 'model' | 'grade' | 'serialNumber' | 'quantity', string>>

/** The faults of each row, as the schema says or the shop has answered. */
function faultsByRow(faults: Faults): Map<number, RowFaults> {
  const rows = new Map<number, RowFaults>()
  for (const [path, message] of Object.entries(faults)) {
    const { row, field } = /^machines\.(?<row>\d+)\.(?:device\.)?(?<field>\w+)$/.exec(path)?.groups ?? {}
    if (row === undefined || field === undefined) continue
    const known = rows.get(Number(row)) ?? {}
    rows.set(Number(row), { ...known, [field]: message === 'Not a valid id' ? 'Choose a machine' : message })
  }
  return rows
}
const noFaults: RowFaults = {}

interface MachineRowProps {
  index: number
  row: ListedMachine
  machine: ActiveMachine | undefined
  options: ReactNode
  faults: RowFaults
  canRemove: boolean
  onChange: (index: number, changed: Partial<ListedMachine>) => void
  onRemove: (index: number) => void
}

/** One machine, or several alike. Drawn again only when it has changed: two hundred of them have thousands of choices. */
const MachineRow = memo(function MachineRow({ index, row, machine, options, faults, canRemove, onChange, onRemove }: MachineRowProps) {
  const line = (name: 'manufacturer' | 'model' | 'serialNumber' | 'quantity', label: string, required: boolean, maxLength: number) => (
    <LineField
      label={label}
      required={required}
      fault={faults[name]}
      maxLength={maxLength}
      inputMode={name === 'quantity' ? 'numeric' : undefined}
      value={row[name]}
      onChange={(value) => onChange(index, { [name]: value })}
    />
  )
  const isUnlisted = row.machineId === UNLISTED
  const pieces = Number(row.quantity)
  return (
    <li aria-label={`Machine ${index + 1}`} className="rounded-lg border border-line p-4">
      {row.text !== undefined && <p className="mb-3 font-mono text-sm wrap-anywhere text-ink-muted">{row.text}</p>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1.4fr_1.2fr_5.5rem]">
        {/* A machine that has gone from the catalogue since counts as none, and the shop says so when it is sent. */}
        <ChoiceField
          label="Machine"
          required
          fault={faults.machineId}
          value={isUnlisted ? UNLISTED : (machine?.id ?? '')}
          onChange={(machineId) => onChange(index, { machineId })}
        >
          {options}
        </ChoiceField>
        <ChoiceField
          label="Condition"
          required
          fault={faults.grade}
          value={row.grade}
          onChange={(grade) => onChange(index, { grade: conditionGrades.find((each) => each === grade) ?? '' })}
        >
          <option value="">Choose a condition</option>
          {conditionGrades.map((grade) => (
            <option key={grade} value={grade}>
              {conditionLabels[grade]} ({conditionNotes[grade]})
            </option>
          ))}
        </ChoiceField>
        {line('serialNumber', 'Serial number', false, 100)}
        {line('quantity', 'Quantity', true, 3)}
        {isUnlisted && (
          <>
            {line('manufacturer', 'Manufacturer', true, 200)}
            {line('model', 'Model', true, 200)}
          </>
        )}
      </div>
      {row.fault !== undefined && <Fault>{row.fault}</Fault>}
      {row.note !== undefined && <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">{row.note}</p>}
      <div className="mt-3 flex items-center justify-between gap-4">
        <p className="font-medium tabular-nums">
          {isUnlisted
            ? 'We value it once we have seen it'
            : machine && row.grade !== ''
              ? formatEuro(rowValue(machine, row.grade, Number.isInteger(pieces) ? pieces : 1))
              : '–'}
        </p>
        {canRemove && (
          <Button variant="secondary" size="sm" aria-label={`Remove machine ${index + 1}`} onClick={() => onRemove(index)}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
})

/** EUR, of so many machines alike. */
export const rowValue = (machine: ActiveMachine | undefined, grade: ListedMachine['grade'], pieces: number) =>
  tradeInEstimate(machine, grade || undefined) * Math.max(0, pieces)

/** The machines of a request, each with what is wrong with it beside it. */
export function MachineRows({ machines, rows, faults, onChange, onRemove }: MachineRowsProps) {
  const known = useMemo(() => new Map(machines.map((machine) => [machine.id, machine])), [machines])
  const options = useMemo(
    () => (
      <>
        <option value="">Choose a machine</option>
        <MachineOptions machines={machines} />
        <option value={UNLISTED}>My machine is not listed</option>
      </>
    ),
    [machines],
  )
  const faultsOf = useMemo(() => faultsByRow(faults), [faults])
  // A row keeps its functions while the rows change.
  const latest = useRef({ rows, onChange, onRemove })
  useLayoutEffect(() => {
    latest.current = { rows, onChange, onRemove }
  })
  const changeRow = useCallback((index: number, changed: Partial<ListedMachine>) => {
    const { text: _text, fault: _fault, note: _note, ...plain } = latest.current.rows[index] ?? emptyRow
    latest.current.onChange(latest.current.rows.map((each, at) => (at === index ? { ...plain, ...changed } : each)))
  }, [])
  const removeRow = useCallback((index: number) => latest.current.onRemove(index), [])
  return (
    <ol className="grid gap-4">
      {rows.map((row, index) => (
        <MachineRow
          // Rows have no other name than their place.
          key={index}
          index={index}
          row={row}
          machine={known.get(row.machineId)}
          options={options}
          faults={faultsOf.get(index) ?? noFaults}
          canRemove={rows.length > 1 || row.machineId !== ''}
          onChange={changeRow}
          onRemove={removeRow}
        />
      ))}
    </ol>
  )
}
