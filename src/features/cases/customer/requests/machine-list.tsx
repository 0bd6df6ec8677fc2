import { useId, useState } from 'react'
import { Button } from '~/components/ui/button'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { readMachineList, type ListedMachine } from '~/contracts/cases/machine-list'

const LARGEST_LIST = 200_000

interface MachineListProps {
  machines: readonly ActiveMachine[]
  /** @returns how many were too many */
  onAdd: (rows: ListedMachine[]) => number
}

/** Many machines at once: pasted, or from a CSV file. Each becomes a row of the form, with what is wrong with it. */
export function MachineList({ machines, onAdd }: MachineListProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const add = (list: string) => {
    const rows = readMachineList(list.slice(0, LARGEST_LIST), machines)
    const tooMany = onAdd(rows)
    const wrong = rows.filter(({ fault }) => fault !== undefined).length
    setText('')
    setTold(
      [
        `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} read.`,
        ...(wrong > 0 ? [`${wrong} ${wrong === 1 ? 'needs' : 'need'} another look: see the notes beside them.`] : []),
        ...(tooMany > 0 ? [`${tooMany} left out: a request has ${MOST_MACHINES} machines at most.`] : []),
      ].join(' '),
    )
  }
  return (
    <details className="rounded-lg border border-line p-4">
      <summary className="cursor-pointer font-medium">Add many machines at once</summary>
      <div className="mt-4 grid gap-4">
        <div>
          <label htmlFor={`${id}-list`} className="mb-1.5 block font-medium">
            List of machines
          </label>
          <textarea
            id={`${id}-list`}
            aria-describedby={`${id}-hint`}
            rows={5}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field resize-y font-mono text-sm"
          />
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-subtle">
            One machine a line: machine, condition, serial number. Paste it from a spreadsheet, or separate by commas.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-4">
          <Button variant="secondary" disabled={text.trim() === ''} onClick={() => add(text)}>
            Add the list
          </Button>
          <div>
            <label htmlFor={`${id}-file`} className="mb-1.5 block text-sm font-medium">
              Or a CSV file
            </label>
            <input
              id={`${id}-file`}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              className="field"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                file
                  ?.slice(0, LARGEST_LIST)
                  .text()
                  .then(add, () => setTold('This file could not be read.'))
              }}
            />
          </div>
        </div>
        <p aria-live="polite" className="text-ink-muted">
          {told}
        </p>
      </div>
    </details>
  )
}
