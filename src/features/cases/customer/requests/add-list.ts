import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { addRows, readMachineList, type ListedMachine } from '~/contracts/cases/machine-list'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'

/** Characters of a list of machines; what is beyond them is not read. */
export const LARGEST_LIST = 200_000

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** Adds a list of machines to the rows of a form. @returns the rows, and what became of the list in sentences */
export function addList(list: string, rows: readonly ListedMachine[], machines: readonly ActiveMachine[]) {
  const read = readMachineList(list.slice(0, LARGEST_LIST), machines)
  const { rows: all, repeated } = addRows(rows, read)
  const wrong = read.filter(({ fault }) => fault !== undefined).length
  const tooMany = Math.max(0, all.length - MOST_MACHINES)
  const told = [
    `${counted(read.length, 'row', 'rows')} read.`,
    ...(repeated > 0 ? [`${counted(repeated, 'row repeats', 'rows repeat')} a serial number: each stands here once.`] : []),
    ...(wrong > 0 ? [`${counted(wrong, 'needs', 'need')} another look: see the notes beside them.`] : []),
    ...(tooMany > 0 ? [`${tooMany} left out: a request has ${MOST_MACHINES} machines at most.`] : []),
  ]
  return { rows: all.slice(0, MOST_MACHINES), told: told.join(' ') }
}
