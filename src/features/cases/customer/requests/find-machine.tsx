import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { onDemand } from '~/components/ui/on-demand'
import type { ActiveMachine } from '~/contracts/catalogue/machines'

/** The list of suggestions is larger than the whole form: it comes with the first press or key in the field. */
const FoundMachines = onDemand(() => import('./found-machines').then((module) => module.FoundMachines))

const words = {
  label: 'Find your machine',
  hint: 'Type a part of its name, such as S21, or paste a list: machine, condition, serial number, quantity.',
} as const

interface FindMachineProps {
  machines: readonly ActiveMachine[]
  /** Puts a machine into the first row without one. @param named what was typed, of one that is not listed */
  onChoose: (machineId: string, named: string) => void
  /** Adds a list that was pasted. @returns what became of it, in sentences */
  onList: (list: string) => string
}

/** Finds a machine by a part of its name ('S21'), and takes a list that is pasted. */
export function FindMachine({ machines, onChoose, onList }: FindMachineProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const [hasList, setHasList] = useState(false)
  /** Where the caret stood in the field that the one with the list replaces; null if the focus was elsewhere. */
  const caret = useRef<number>(null)
  useLayoutEffect(() => {
    const input = frame.current?.querySelector('input')
    if (!hasList || !input || caret.current === null) return
    input.focus()
    input.setSelectionRange(caret.current, caret.current)
  }, [hasList])
  const loadList = () => {
    void FoundMachines.prepare().then(
      () => {
        const input = frame.current?.querySelector('input')
        caret.current = input && input === document.activeElement ? input.selectionStart : null
        // At once, so that no key falls between the two fields.
        flushSync(() => setHasList(true))
      },
      (error: unknown) => console.error('The list of machines could not be loaded', error),
    )
  }
  const type = (typed: string) => {
    setText(typed)
    setTold('')
  }
  const paste = (event: ClipboardEvent) => {
    const list = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(list.trim())) return
    event.preventDefault()
    setText('')
    setTold(onList(list))
  }
  const choose = (machineId: string, named: string) => {
    onChoose(machineId, named)
    setText('')
  }
  return (
    <div ref={frame} onPaste={paste}>
      {hasList ? (
        <FoundMachines {...words} machines={machines} text={text} onText={type} onChoose={choose} />
      ) : (
        <div className="flex min-w-0 flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium text-ink">
            {words.label}
          </label>
          <input
            id={id}
            role="combobox"
            aria-expanded={false}
            aria-autocomplete="list"
            aria-describedby={`${id}-hint`}
            maxLength={200}
            autoComplete="off"
            className="field sm:text-sm"
            value={text}
            onPointerEnter={loadList}
            onFocus={loadList}
            onChange={({ target }) => type(target.value)}
          />
          <p id={`${id}-hint`} className="text-sm text-ink-subtle">
            {words.hint}
          </p>
        </div>
      )}
      <p role="status" className="mt-1.5 text-ink-muted empty:hidden">
        {told}
      </p>
    </div>
  )
}
