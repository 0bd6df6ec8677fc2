import * as z from 'zod'
import { Button } from '~/components/ui/button'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, tradeInEstimate } from '~/contracts/cases/trade-in-estimate'
import type { ListedMachine } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'
import { vanillaClient } from '~/trpc/vanilla-client'
import { customerInput, customerValues, emptyCustomer } from './customer-part'
import { MachineList } from './machine-list'
import { MachineRows } from './machine-rows'
import { Outcome } from './outcome'
import { Fault, LineField, ParagraphField, Part } from './request-fields'
import { RequestFrame } from './request-frame'
import { useRequestForm } from './use-request-form'

const listed = z.object({
  machineId: z.string(),
  grade: z.enum(['', ...conditionGrades]),
  serialNumber: z.string(),
  text: z.string().optional(),
  fault: z.string().optional(),
}) satisfies z.ZodType<ListedMachine>
const values = z.object({
  rows: z.array(listed),
  accessories: z.string().catch(''),
  remarks: z.string().catch(''),
  ...customerValues,
})

const emptyRow: ListedMachine = { machineId: '', grade: '', serialNumber: '' }

/** Rows after those that are there; empty ones at the end make room, others keep their place, by which files name them. */
function withRows(rows: readonly ListedMachine[], added: readonly ListedMachine[]): ListedMachine[] {
  const isEmpty = ({ machineId, serialNumber, text }: ListedMachine) => machineId === '' && serialNumber === '' && text === undefined
  return [...rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1), ...added]
}

/** The choice in the address, as the calculator's link makes it; unknown machines and grades count as none. */
function rowOfAddress(machines: readonly ActiveMachine[]): ListedMachine | null {
  const query = new URLSearchParams(window.location.search)
  const machine = machines.find(({ id }) => id === query.get('machine'))
  const grade = conditionGrades.find((each) => each === query.get('grade'))
  return machine ? { machineId: machine.id, grade: grade ?? '', serialNumber: '' } : null
}

export interface TradeInFormProps {
  machines: ActiveMachine[]
  /** The address of whoever is signed in. */
  signedInAs: string | null
}

/** Asks for the trade-in of one machine or a whole farm. */
export function TradeInForm({ machines, signedInAs }: TradeInFormProps) {
  const form = useRequestForm({
    noun: 'tradeIns',
    values,
    empty: { rows: [emptyRow], accessories: '', remarks: '', ...emptyCustomer },
    withChoice: (was) => {
      const chosen = rowOfAddress(machines)
      const isThere = was.rows.some(({ machineId, grade }) => machineId === chosen?.machineId && grade === chosen.grade)
      return chosen && !isThere && was.rows.length < MOST_MACHINES ? { ...was, rows: withRows(was.rows, [chosen]) } : was
    },
    loadInput: () => import('~/contracts/cases/requests').then((module) => module.requestTradeInsInput),
    toInput: ({ rows, accessories, remarks, ...customer }) => ({
      machines: rows.map(({ machineId, grade, serialNumber }) => ({ machineId, grade, serialNumber })),
      accessories,
      remarks,
      ...customerInput(customer, signedInAs),
    }),
    send: (input) => vanillaClient.tradeIns.request.mutate(input),
  })
  const { rows, accessories, remarks } = form.values
  if (form.outcome) return <Outcome outcome={form.outcome} />
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const nameOf = (row: ListedMachine) => {
    const machine = known.get(row.machineId)
    return machine ? `${machine.manufacturer} ${machine.model}` : (row.text ?? 'No machine chosen')
  }
  const total = rows.reduce((sum, row) => sum + tradeInEstimate(known.get(row.machineId), row.grade || undefined), 0)
  const addRows = (added: ListedMachine[]) => {
    const all = withRows(rows, added)
    form.change({ rows: all.slice(0, MOST_MACHINES) })
    return Math.max(0, all.length - MOST_MACHINES)
  }
  return (
    <RequestFrame form={form} machines={rows.map(nameOf)} signedInAs={signedInAs} submitLabel="Submit trade-in">
      <Part title="Machines" lead="Each one gets a number of its own. The value is kept for you from the moment you send this.">
        <MachineRows
          machines={machines}
          rows={rows}
          faults={form.faults}
          onChange={(changed) => form.change({ rows: changed })}
          onRemove={(index) => {
            form.change({ rows: rows.length === 1 ? [emptyRow] : rows.filter((_row, each) => each !== index) })
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
              {formatEuro(total)}
            </output>
          </p>
        </div>
        <MachineList machines={machines} onAdd={addRows} />
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
