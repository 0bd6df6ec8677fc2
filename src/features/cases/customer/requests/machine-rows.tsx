import { memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels, conditionNotes, tradeInEstimate } from '~/contracts/cases/trade-in-estimate'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import type { ListedMachine } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'
import { Fault, LineField } from './request-fields'
import type { Faults } from './use-request-form'

interface MachineRowsProps {
  machines: readonly ActiveMachine[]
  rows: ListedMachine[]
  faults: Faults
  onChange: (rows: ListedMachine[]) => void
  onRemove: (index: number) => void
}

/** The catalogue by category; one that two machines share the name of is told by its hashrate. */
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

/** The faults of a row: as it was read, as the schema says, or as the shop has answered; a sentence a line. */
const faultsOfRow = (faults: Faults, index: number, { fault }: ListedMachine) =>
  [
    ...(fault === undefined ? [] : [fault]),
    ...['machineId', 'grade', 'serialNumber'].flatMap((field) => {
      const message = faults[`machines.${index}.${field}`]
      return message === undefined ? [] : [field === 'machineId' && message === 'Not a valid id' ? 'Choose a machine' : message]
    }),
  ].join('\n')

interface MachineRowProps {
  index: number
  row: ListedMachine
  machine: ActiveMachine | undefined
  options: ReactNode
  messages: string
  canRemove: boolean
  onChange: (index: number, changed: Partial<ListedMachine>) => void
  onRemove: (index: number) => void
}

/** One machine. Drawn again only when it has changed: two hundred of them have thousands of choices. */
const MachineRow = memo(function MachineRow({ index, row, machine, options, messages, canRemove, onChange, onRemove }: MachineRowProps) {
  return (
    <li aria-label={`Machine ${index + 1}`} className="rounded-lg border border-line p-4">
      {row.text !== undefined && <p className="mb-3 font-mono text-sm wrap-anywhere text-ink-muted">{row.text}</p>}
      <div className="grid gap-4 sm:grid-cols-[2fr_1.4fr_1fr]">
        {/* A machine that has gone from the catalogue since counts as none, and the shop says so when it is sent. */}
        <NativeSelect label="Machine" value={machine?.id ?? ''} onChange={(machineId) => onChange(index, { machineId })}>
          {options}
        </NativeSelect>
        <NativeSelect
          label="Condition"
          value={row.grade}
          onChange={(grade) => onChange(index, { grade: conditionGrades.find((each) => each === grade) ?? '' })}
        >
          <option value="">Choose a condition</option>
          {conditionGrades.map((grade) => (
            <option key={grade} value={grade}>
              {conditionLabels[grade]} ({conditionNotes[grade]})
            </option>
          ))}
        </NativeSelect>
        <LineField
          label="Serial number"
          maxLength={100}
          value={row.serialNumber}
          onChange={(serialNumber) => onChange(index, { serialNumber })}
        />
      </div>
      {messages !== '' && messages.split('\n').map((fault) => <Fault key={fault}>{fault}</Fault>)}
      <div className="mt-3 flex items-center justify-between gap-4">
        <p className="font-medium tabular-nums">{formatEuro(tradeInEstimate(machine, row.grade || undefined))}</p>
        {canRemove && (
          <Button variant="secondary" size="sm" aria-label={`Remove machine ${index + 1}`} onClick={() => onRemove(index)}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
})

/** The machines of a request, each with what is wrong with it beside it. */
export function MachineRows({ machines, rows, faults, onChange, onRemove }: MachineRowsProps) {
  const known = useMemo(() => new Map(machines.map((machine) => [machine.id, machine])), [machines])
  const options = useMemo(
    () => (
      <>
        <option value="">Choose a machine</option>
        <MachineOptions machines={machines} />
      </>
    ),
    [machines],
  )
  // A row keeps its functions while the rows change.
  const latest = useRef({ rows, onChange, onRemove })
  useLayoutEffect(() => {
    latest.current = { rows, onChange, onRemove }
  })
  const changeRow = useCallback((index: number, changed: Partial<ListedMachine>) => {
    const { text: _text, fault: _fault, ...plain } = latest.current.rows[index] ?? { machineId: '', grade: '' as const, serialNumber: '' }
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
          messages={faultsOfRow(faults, index, row)}
          canRemove={rows.length > 1 || row.machineId !== ''}
          onChange={changeRow}
          onRemove={removeRow}
        />
      ))}
    </ol>
  )
}
