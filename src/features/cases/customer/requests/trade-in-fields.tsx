import { Button } from '~/components/ui/button'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import type { RequestTradeIns } from '~/contracts/cases/requests'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'
import { addRows, emptyRow, UNLISTED, type ListedMachine } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'
import { addList } from './add-list'
import { customerInput, emptyCustomer, type CustomerValues } from './customer-part'
import { FindMachine } from './find-machine'
import { MachineList } from './machine-list'
import { MachineRows, rowValue } from './machine-rows'
import { Fault, LineField, ParagraphField, Part } from './request-fields'
import { Outcome, RequestFrame } from './request-frame'
import type { StoredRequest } from './stored-request'
import { useRequestForm } from './use-request-form'

export interface TradeInValues extends CustomerValues {
  rows: ListedMachine[]
  accessories: string
  remarks: string
}

/** The choice in the address, as the calculator's link makes it; unknown machines and grades count as none. */
function rowOfAddress(machines: readonly ActiveMachine[]): ListedMachine | null {
  const query = new URLSearchParams(window.location.search)
  const machine = machines.find(({ id }) => id === query.get('machine'))
  const grade = conditionGrades.find((each) => each === query.get('grade'))
  return machine ? { ...emptyRow, machineId: machine.id, grade: grade ?? '' } : null
}

export interface TradeInFormProps {
  machines: ActiveMachine[]
  /** The signed-in user's address. */
  signedInAs: string | null
}

/** Asks for the trade-in of one machine or a whole farm. @param stored the form as it was left */
export function TradeInFields({ machines, signedInAs, stored }: TradeInFormProps & { stored: StoredRequest<TradeInValues> | null }) {
  const form = useRequestForm<TradeInValues, RequestTradeIns>({
    noun: 'tradeIns',
    stored,
    empty: { rows: [emptyRow], accessories: '', remarks: '', ...emptyCustomer },
    withChoice: (was) => {
      const chosen = rowOfAddress(machines)
      const isThere = was.rows.some(({ machineId, grade }) => machineId === chosen?.machineId && grade === chosen.grade)
      return chosen && !isThere && was.rows.length < MOST_MACHINES ? { ...was, rows: addRows(was.rows, [chosen]).rows } : was
    },
    loadSending: async () => {
      const [{ tradeInSending }] = await Promise.all([import('./send-request'), Outcome.prepare()])
      return tradeInSending
    },
    toInput: ({ rows, accessories, remarks, ...customer }) => ({
      machines: rows.map(({ machineId, manufacturer, model, grade, serialNumber, quantity }) => ({
        ...(machineId === UNLISTED ? { device: { manufacturer, model } } : { machineId }),
        grade,
        serialNumber,
        quantity: Number(quantity),
      })),
      accessories,
      remarks,
      ...customerInput(customer, signedInAs),
    }),
  })
  const { rows, accessories, remarks } = form.values
  if (form.outcome) return <Outcome outcome={form.outcome} draft={form.draft} />
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const nameOf = ({ machineId, manufacturer, model, text }: ListedMachine) => {
    const machine = known.get(machineId)
    if (machine) return `${machine.manufacturer} ${machine.model}`
    return `${manufacturer} ${model}`.trim() || (text ?? 'No machine chosen')
  }
  const total = rows.reduce((sum, row) => sum + rowValue(known.get(row.machineId), row.grade, Number(row.quantity) || 0), 0)
  const isValued = rows.some(({ machineId, grade }) => known.has(machineId) && grade !== '')
  const isOpen = rows.some(({ machineId }) => machineId === UNLISTED)
  const add = (list: string) => {
    const { rows: all, told } = addList(list, rows, machines)
    form.change({ rows: all })
    return told
  }
  const choose = (machineId: string, named: string) => {
    const place = rows.findIndex((row) => row.machineId === '')
    const chosen = { machineId, ...(machineId === UNLISTED && { model: named.slice(0, 200) }) }
    // Machines of one owner are mostly alike: a further one begins in the condition of the one before.
    const grade = rows.at(-1)?.grade ?? ''
    if (place < 0) form.change({ rows: [...rows, { ...emptyRow, grade, ...chosen }].slice(0, MOST_MACHINES) })
    else form.change({ rows: rows.map((row, each) => (each === place ? { ...row, ...chosen, text: undefined, fault: undefined } : row)) })
  }
  return (
    <RequestFrame form={form} machines={rows.map(nameOf)} signedInAs={signedInAs} submitLabel="Submit trade-in">
      <Part title="Machines" lead="Each machine gets its own number, and keeps its value from when you send this.">
        <FindMachine machines={machines} onChoose={choose} onList={add} />
        <MachineRows
          machines={machines}
          rows={rows}
          faults={form.faults}
          onChange={(changed) => form.change({ rows: changed })}
          onRemove={(index) => {
            form.change({ rows: rows.length === 1 ? [emptyRow] : rows.filter((_row, each) => each !== index) }, true)
            form.changeFiles(
              form.files.map((file) => ({
                ...file,
                machine: file.machine > index ? file.machine - 1 : file.machine === index ? 0 : file.machine,
              })),
            )
          }}
        />
        {form.faults.machines !== undefined && <Fault>{form.faults.machines}</Fault>}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Button variant="secondary" disabled={rows.length >= MOST_MACHINES} onClick={() => form.change({ rows: [...rows, emptyRow] })}>
            Add another machine
          </Button>
          <p className="text-lg">
            Estimated store credit{' '}
            <output aria-live="polite" className="font-semibold tabular-nums">
              {isValued ? formatEuro(total) : '–'}
            </output>
            {isOpen && <span className="block text-sm text-ink-muted">Machines that are not listed come on top.</span>}
          </p>
        </div>
        <MachineList onAdd={add} />
        <LineField
          label="What is included"
          fault={form.faults.accessories}
          hint="Power supply, leads, the original box."
          maxLength={1000}
          value={accessories}
          onChange={(changed) => form.change({ accessories: changed })}
        />
        <ParagraphField
          label="Remarks"
          fault={form.faults.remarks}
          rows={4}
          value={remarks}
          onChange={(changed) => form.change({ remarks: changed })}
        />
      </Part>
    </RequestFrame>
  )
}
