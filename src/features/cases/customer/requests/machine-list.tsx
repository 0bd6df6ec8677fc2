import { Upload } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { Button } from '~/components/ui/button'
import { FileDrop } from '~/components/ui/file-drop'
import { LARGEST_LIST } from './add-list'

interface MachineListProps {
  /** Adds the machines of a list. @returns what became of them, in sentences */
  onAdd: (list: string) => string
}

/** Many machines at once: pasted, or from a CSV file. Each becomes a row of the form, with what is wrong with it. */
export function MachineList({ onAdd }: MachineListProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const add = (list: string) => {
    setText('')
    setTold(onAdd(list))
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
            One machine a line: machine, condition, serial number, quantity. Paste it from a spreadsheet, or use commas. A first line of
            headings may put the columns in another order.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-4">
          <Button variant="secondary" disabled={text.trim() === ''} onClick={() => add(text)}>
            Add the list
          </Button>
          <div>
            <FileDrop
              label="Or a CSV file"
              icon={<Upload className="size-5 text-ink-muted" aria-hidden="true" />}
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onFiles={([file]) =>
                void file
                  ?.slice(0, LARGEST_LIST)
                  .text()
                  .then(add, () => setTold('This file could not be read.'))
              }
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
