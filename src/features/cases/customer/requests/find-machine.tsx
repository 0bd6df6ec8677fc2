import { useState, type ClipboardEvent } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { findMachines, UNLISTED } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'

const MOST_FOUND = 8

interface FindMachineProps {
  label: string
  hint: string
  machines: readonly ActiveMachine[]
  /** Puts a machine into the first row without one. @param named what was typed, of one that is not listed */
  onChoose: (machineId: string, named: string) => void
  /** Adds a list that was pasted. @returns what became of it, in sentences */
  onList: (list: string) => string
}

/** Finds a machine by a part of its name ('S21'), and takes a list that is pasted. */
export function FindMachine({ label, hint, machines, onChoose, onList }: FindMachineProps) {
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const found = findMachines(text, machines, MOST_FOUND).map((machine) => ({
    key: machine.id,
    label: [`${machine.manufacturer} ${machine.model}`, machine.hashrate].filter((part) => part !== '').join(', '),
    detail: `Up to ${formatEuro(machine.baseValueExcellent)} (${conditionLabels[conditionGrades[0]]})`,
  }))
  const unlisted = {
    key: UNLISTED,
    label: 'My machine is not listed',
    detail: 'Tell us the make and model: we value it once we have seen it',
  }
  const paste = (event: ClipboardEvent) => {
    const list = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(list.trim())) return
    event.preventDefault()
    setText('')
    setTold(onList(list))
  }
  return (
    <div onPaste={paste}>
      <SuggestField
        label={label}
        hint={hint}
        text={text}
        onText={(typed) => {
          setText(typed)
          setTold('')
        }}
        options={text.trim() === '' ? [] : [...found, unlisted]}
        onChoose={({ key }) => {
          onChoose(key, text.trim())
          setText('')
        }}
        none=""
      />
      <p role="status" className="mt-1.5 text-ink-muted empty:hidden">
        {told}
      </p>
    </div>
  )
}
