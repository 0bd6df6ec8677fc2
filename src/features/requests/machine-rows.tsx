import type { ActiveMachine } from '~/contracts/machines'
import { conditionGrades, conditionLabels, conditionNotes, tradeInEstimate } from '~/contracts/trade-in-estimate'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import type { ListedMachine } from '~/lib/machine-list'
import { formatEuro } from '~/lib/money'
import { Fault, Field } from './request-fields'
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

/** What is wrong with a row: as it was read, as the schema says, or as the shop has answered. */
const faultsOfRow = (faults: Faults, index: number, { fault }: ListedMachine) => [
  ...(fault === undefined ? [] : [fault]),
  ...['machineId', 'grade', 'serialNumber'].flatMap((field) => {
    const said = faults[`machines.${index}.${field}`]
    return said === undefined ? [] : [field === 'machineId' && said === 'Not a valid id' ? 'Choose a machine' : said]
  }),
]

/** The machines of a request, each with what is wrong with it beside it. */
export function MachineRows({ machines, rows, faults, onChange, onRemove }: MachineRowsProps) {
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  return (
    <ol className="grid gap-4">
      {rows.map((row, index) => {
        const { text: _text, fault: _fault, ...plain } = row
        const change = (changed: Partial<ListedMachine>) =>
          onChange(rows.map((each, at) => (at === index ? { ...plain, ...changed } : each)))
        const said = faultsOfRow(faults, index, row)
        // A machine that has gone from the catalogue since stays visible, and the shop says so when it is sent.
        const machineId = known.has(row.machineId) ? row.machineId : ''
        return (
          // Rows have no other name than their place.
          <li key={index} aria-label={`Machine ${index + 1}`} className="rounded-lg border border-line p-4">
            {row.text !== undefined && <p className="mb-3 font-mono text-sm wrap-anywhere text-ink-muted">{row.text}</p>}
            <div className="grid gap-4 sm:grid-cols-[2fr_1.4fr_1fr]">
              <NativeSelect label="Machine" value={machineId} onChange={(id) => change({ machineId: id })}>
                <option value="">Choose a machine</option>
                <MachineOptions machines={machines} />
              </NativeSelect>
              <NativeSelect
                label="Condition"
                value={row.grade}
                onChange={(grade) => change({ grade: conditionGrades.find((each) => each === grade) ?? '' })}
              >
                <option value="">Choose a condition</option>
                {conditionGrades.map((grade) => (
                  <option key={grade} value={grade}>
                    {conditionLabels[grade]} ({conditionNotes[grade]})
                  </option>
                ))}
              </NativeSelect>
              <Field label="Serial number">
                {(attributes) => (
                  <input
                    {...attributes}
                    type="text"
                    maxLength={100}
                    className="field"
                    value={row.serialNumber}
                    onChange={(event) => change({ serialNumber: event.target.value })}
                  />
                )}
              </Field>
            </div>
            {said.map((fault) => (
              <Fault key={fault}>{fault}</Fault>
            ))}
            <div className="mt-3 flex items-center justify-between gap-4">
              <p className="font-medium tabular-nums">{formatEuro(tradeInEstimate(known.get(row.machineId), row.grade || undefined))}</p>
              {(rows.length > 1 || row.machineId !== '') && (
                <Button variant="secondary" size="sm" aria-label={`Remove machine ${index + 1}`} onClick={() => onRemove(index)}>
                  Remove
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
