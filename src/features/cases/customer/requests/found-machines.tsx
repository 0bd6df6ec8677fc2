import { SuggestField } from '~/components/form/suggest-field'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { findMachines, UNLISTED } from '~/contracts/cases/machine-list'
import { formatEuro } from '~/lib/money'

const MOST_FOUND = 8

interface FoundMachinesProps {
  label: string
  hint: string
  machines: readonly ActiveMachine[]
  text: string
  onText: (text: string) => void
  /** @param named what was typed, of one that is not listed */
  onChoose: (machineId: string, named: string) => void
}

/** The machines that a part of a name finds ('S21'), to choose from. */
export function FoundMachines({ label, hint, machines, text, onText, onChoose }: FoundMachinesProps) {
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
  return (
    <SuggestField
      label={label}
      hint={hint}
      text={text}
      onText={onText}
      options={text.trim() === '' ? [] : [...found, unlisted]}
      onChoose={({ key }) => onChoose(key, text.trim())}
      none=""
    />
  )
}
