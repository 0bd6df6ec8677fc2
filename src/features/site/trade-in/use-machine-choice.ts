import { useState } from 'react'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import type { ConditionGrade } from '~/contracts/cases/trade-in-estimate'
import { nothingChosen, readChoice, standingChoice } from './machine-choice'

/**
 * The calculator's state: choosing a category clears machine and condition, choosing a machine clears
 * the condition (spec §4). A live change of the catalogue keeps the choice and moves the estimate.
 */
export function useMachineChoice(machines: readonly ActiveMachine[]) {
  const [made, setChoice] = useState(nothingChosen)
  const choice = standingChoice(made, machines)
  // What has gone from the catalogue must not come back chosen when it returns.
  if (choice !== made) setChoice(choice)

  return {
    choice,
    ...readChoice(choice, machines),
    chooseCategory: (category: string) => setChoice({ ...nothingChosen, category }),
    chooseMachine: (machineId: string) => setChoice({ ...nothingChosen, category: choice.category, machineId }),
    chooseGrade: (grade: ConditionGrade | undefined) => setChoice({ ...choice, grade }),
  }
}
