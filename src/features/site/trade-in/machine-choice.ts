import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, tradeInEstimate, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'

/** '' and undefined stand for no choice yet. */
export interface MachineChoice {
  category: string
  machineId: string
  grade: ConditionGrade | undefined
}

export const nothingChosen: MachineChoice = { category: '', machineId: '', grade: undefined }

/** Alphabetical. */
export const categoriesOf = (machines: readonly ActiveMachine[]) =>
  [...new Set(machines.map(({ category }) => category))].sort((a, b) => a.localeCompare(b, 'en-GB'))

/** Drops a category or machine that is gone, and everything chosen after it. Returns the same object if nothing changed. */
export function availableChoice(choice: MachineChoice, machines: readonly ActiveMachine[]): MachineChoice {
  const ofCategory = machines.filter(({ category }) => category === choice.category)
  if (ofCategory.length === 0) return choice.category === '' ? choice : nothingChosen
  if (choice.machineId === '' || ofCategory.some(({ id }) => id === choice.machineId)) return choice
  return { ...nothingChosen, category: choice.category }
}

/** A category alone, or a machine with its grade. */
export function writeChoice({ category, machineId, grade }: MachineChoice): string {
  const query = new URLSearchParams(machineId === '' ? (category === '' ? {} : { category }) : { machine: machineId })
  if (grade) query.set('grade', grade)
  return query.toString()
}

/** Ignores unknown values, since an address can come from anywhere. */
export function choiceOfAddress(search: string, machines: readonly ActiveMachine[]): MachineChoice {
  const query = new URLSearchParams(search)
  const machine = machines.find(({ id }) => id === query.get('machine'))
  if (!machine) return availableChoice({ ...nothingChosen, category: query.get('category') ?? '' }, machines)
  return { category: machine.category, machineId: machine.id, grade: conditionGrades.find((grade) => grade === query.get('grade')) }
}

/** Value in EUR, 0 for an incomplete choice (requirements §4). */
export function readChoice({ category, machineId, grade }: MachineChoice, machines: readonly ActiveMachine[]) {
  const offered = machines.filter((machine) => machine.category === category)
  const machine = offered.find(({ id }) => id === machineId)
  return { offered, machine, estimate: tradeInEstimate(machine, grade) }
}

/** 'Bitmain Antminer S19 Pro', with the hashrate if two machines share a name. */
export function machineLabel(machine: ActiveMachine, among: readonly ActiveMachine[]): string {
  const name = (one: ActiveMachine) => `${one.manufacturer} ${one.model}`
  const namesakes = among.filter((other) => name(other) === name(machine))
  return namesakes.length > 1 && machine.hashrate !== '' ? `${name(machine)} (${machine.hashrate})` : name(machine)
}
