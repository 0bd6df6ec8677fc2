import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels, conditionNotes, type ConditionGrade } from './trade-in-estimate'

/** A machine of a list that somebody has typed, pasted or read from a file; what could not be read is said beside it. */
export interface ListedMachine {
  machineId: string
  grade: ConditionGrade | ''
  serialNumber: string
  /** The row as it was written, where something is wrong with it. */
  text?: string | undefined
  fault?: string | undefined
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** The cells of a line: by tabs, semicolons or commas, the first of them that it has; quotes hold a cell together. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell].map((each) => each.trim())
}

/** The machines that a name may mean: by model alone, with the maker, and with the hashrate behind it. */
const machinesNamed = (name: string, machines: readonly ActiveMachine[]) =>
  machines.filter(({ manufacturer, model, hashrate }) =>
    [model, `${manufacturer}${model}`, `${manufacturer}${model}${hashrate}`, `${model}${hashrate}`].some(
      (known) => plain(known) === plain(name),
    ),
  )

const gradeNamed = (text: string) =>
  conditionGrades.find((grade) => [grade, conditionLabels[grade], conditionNotes[grade]].some((known) => plain(known) === plain(text)))

const HEADER = /^(machine|model|manufacturer|device)$/i

function readRow(line: string, machines: readonly ActiveMachine[]): ListedMachine {
  const cells = cellsOf(line)
  // A maker in a column of its own: then the next one has the model.
  const isSplit = machines.some(({ manufacturer }) => plain(manufacturer) === plain(cells[0] ?? '')) && cells.length > 2
  const [name = '', condition = '', serialNumber = ''] = isSplit ? [`${cells[0]} ${cells[1]}`, ...cells.slice(2)] : cells
  const named = machinesNamed(name, machines)
  const [machine] = named
  const grade = gradeNamed(condition)
  const faults = [
    ...(machine === undefined ? [`‘${name}’ is not in the list of machines`] : []),
    ...(named.length > 1 ? [`Several machines are called ‘${name}’: add the hashrate, or choose one`] : []),
    ...(grade === undefined ? [condition === '' ? 'The condition is missing' : `‘${condition}’ is no condition`] : []),
    ...(serialNumber.length > 100 ? ['The serial number is too long'] : []),
  ]
  return {
    machineId: named.length === 1 && machine ? machine.id : '',
    grade: grade ?? '',
    serialNumber: serialNumber.slice(0, 100),
    ...(faults.length > 0 ? { text: line.slice(0, 200), fault: `${faults.join('. ')}.` } : {}),
  }
}

/**
 * Reads a list of machines, one a line: machine, condition, serial number (CSV, or as a spreadsheet copies it). A first line of
 * headings is passed over.
 */
export function readMachineList(text: string, machines: readonly ActiveMachine[]): ListedMachine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const rows = lines.length > 0 && HEADER.test(cellsOf(lines[0] ?? '')[0] ?? '') ? lines.slice(1) : lines
  return rows.map((line) => readRow(line, machines))
}
