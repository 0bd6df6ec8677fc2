import { useRouter } from 'next/compat/router'
import { useState } from 'react'
import { NativeSelect } from '~/components/ui/native-select'
import { conditionGrades, conditionLabels, conditionNotes, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { mailLink } from '~/lib/contact-details'
import { formatEuro } from '~/lib/money'
import { useHydrated } from '~/lib/page-lifecycle'
import { paths } from '~/lib/paths'
import { useExternalChange } from '~/lib/use-external-change'
import { EstimatePanel } from './estimate-panel'
import {
  availableChoice,
  categoriesOf,
  choiceOfAddress,
  machineLabel,
  nothingChosen,
  readChoice,
  writeChoice,
  type MachineChoice,
} from './machine-choice'
import { ValuesTable } from './values-table'

interface CalculatorProps {
  machines: ActiveMachine[]
  contactEmail: string
  /** The estimate can be submitted online. */
  onlineRequests: boolean
}

/** (requirements §2 Trade-in) */
export function Calculator({ machines, contactEmail, onlineRequests }: CalculatorProps) {
  const { choice, offered, machine, estimate, chooseCategory, chooseMachine, chooseGrade } = useMachineChoice(machines)
  const { category, machineId, grade } = choice
  const [started, setStarted] = useState<string>()
  const chosen = `${machineId} ${grade}`
  const router = useRouter()

  const start = () => {
    // (requirements §2)
    console.log('Trade-in started', { machine: machine && machineLabel(machine, offered), condition: grade, estimate })
    if (onlineRequests) void router?.push(withQuery(paths.submitTradeIn, writeChoice(choice)))
    else setStarted(chosen)
  }

  return (
    <div>
      <div className="grid overflow-hidden rounded-card border border-line bg-surface shadow-raised lg:grid-cols-[1fr_1.05fr]">
        <div className="flex flex-col gap-5 p-6 sm:p-8">
          <NativeSelect label="Category" value={category} onChange={chooseCategory} disabled={machines.length === 0}>
            <option value="">Choose a category</option>
            {categoriesOf(machines).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </NativeSelect>
          <NativeSelect label="Machine" value={machineId} onChange={chooseMachine} disabled={category === ''}>
            <option value="">Choose a machine</option>
            {offered.map((one) => (
              <option key={one.id} value={one.id}>
                {machineLabel(one, offered)}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            label="Condition"
            value={grade ?? ''}
            onChange={(value) => chooseGrade(conditionGrades.find((one) => one === value))}
            disabled={machineId === ''}
          >
            <option value="">Choose a condition</option>
            {conditionGrades.map((one) => (
              <option key={one} value={one}>
                {gradeLabel(one)}
              </option>
            ))}
          </NativeSelect>
          <p className="min-h-12 text-ink-muted">
            {machines.length === 0
              ? 'The list of machines is being updated and is empty at the moment. Write to us for a quote.'
              : 'An estimate takes no account and no personal data. We confirm it after inspecting the machine.'}
          </p>
          <p className="hidden rounded-lg border border-warn-line bg-warn-soft p-4 text-warn-ink no-script:block">
            The calculator needs JavaScript, which is switched off in your browser. Every value is in the list below.
          </p>
        </div>
        <EstimatePanel
          category={category}
          machine={machine}
          estimate={machine && grade && estimate}
          contactEmail={contactEmail}
          mail={machine && grade && estimateMail({ to: contactEmail, machine, grade, estimate })}
          submitHref={onlineRequests ? withQuery(paths.submitTradeIn, writeChoice(choice)) : undefined}
          started={started === chosen}
          onStart={start}
        />
      </div>
      <ValuesTable machines={machines} />
    </div>
  )
}

/**
 * Choosing a category clears machine and condition, choosing a machine clears the condition (requirements §4). A live change of the
 * catalogue keeps the choice and updates the estimate. The choice is kept in the address, for reloads and sharing.
 */
function useMachineChoice(machines: readonly ActiveMachine[]) {
  const router = useRouter()
  // The HTML is the same for every address.
  const hydrated = useHydrated()
  const [, address = ''] = hydrated && router ? router.asPath.split('#', 1).join('').split('?') : []
  const [made, setMade] = useState(() => choiceOfAddress(address, machines))
  const ask = useExternalChange(address, () => setMade(choiceOfAddress(address, machines)))
  const choice = availableChoice(made, machines)
  // A machine that left the catalogue is not chosen again when it returns.
  if (choice !== made) setMade(choice)

  const setChoice = (next: MachineChoice) => {
    setMade(next)
    const { machineId, grade } = next
    if (grade) void import('../visitor/keep-for-visitor').then(({ keepForProducts }) => keepForProducts({ machineId, grade }))
    const query = writeChoice(next)
    if (router) ask(query, () => router.replace(withQuery(router.pathname, query), undefined, { shallow: true, scroll: false }))
  }
  return {
    choice,
    ...readChoice(choice, machines),
    chooseCategory: (category: string) => setChoice({ ...nothingChosen, category }),
    chooseMachine: (machineId: string) => setChoice({ ...nothingChosen, category: choice.category, machineId }),
    chooseGrade: (grade: ConditionGrade | undefined) => setChoice({ ...choice, grade }),
  }
}

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

interface EstimateMail {
  to: string
  machine: ActiveMachine
  grade: ConditionGrade
  /** EUR. */
  estimate: number
}

/** 'Excellent (Like New)' */
const gradeLabel = (grade: ConditionGrade) => `${conditionLabels[grade]} (${conditionNotes[grade]})`

/** An email that asks for the trade-in, with the choice filled in. */
function estimateMail({ to, machine, grade, estimate }: EstimateMail): string {
  const name = `${machine.manufacturer} ${machine.model}`
  return mailLink(to, {
    subject: `Trade-in: ${name}`,
    body: [
      'Hello,',
      '',
      'I would like to trade in this machine:',
      '',
      `Machine: ${name}`,
      ...(machine.hashrate === '' ? [] : [`Hashrate: ${machine.hashrate}`]),
      `Condition: ${gradeLabel(grade)}`,
      `Estimated store credit: ${formatEuro(estimate)}`,
      '',
      'Serial number: ',
      'Ships from (country): ',
      '',
      'Photos are attached.',
    ].join('\r\n'),
  })
}
