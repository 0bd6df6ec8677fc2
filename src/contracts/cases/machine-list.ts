import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { serialKey, serialText } from '~/contracts/numbers'
import { figureOf } from '~/contracts/written-figure'
import { MOST_MACHINES } from './request-limits'
import { conditionGrades, conditionLabels, conditionNotes, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'

export const UNLISTED = 'unlisted'

export interface ListedMachine {
  /** Catalogue id, `UNLISTED` or ''. */
  machineId: string
  manufacturer: string
  model: string
  grade: ConditionGrade | ''
  serialNumber: string
  quantity: string
  text?: string | undefined
  fault?: string | undefined
  /** Worth knowing, but no error. */
  note?: string | undefined
}

export const emptyRow: ListedMachine = { machineId: '', manufacturer: '', model: '', grade: '', serialNumber: '', quantity: '1' }

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** 'Antminer S19j-Pro' → antminer, s19j, pro. */
const wordsOf = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\d.]+/gu) ?? []

/** Split at tabs, semicolons or commas, whichever the line has in this order; quotes group a cell. */
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

/** '104T', '104 TH/s' or '9.5 GH' at the end of a name. */
const HASHRATE = /(?<![\d.,])(?<figure>\d{1,6}(?:[.,]\d{1,3})?) ?(?<unit>[kmgt])(?:h(?:\/?s)?)?$/i
const rateOf = (text: string) => {
  const { figure, unit } = HASHRATE.exec(text.trim())?.groups ?? {}
  return figure === undefined || unit === undefined ? null : `${figureOf(figure) ?? ''}${unit.toLowerCase()}`
}

const endsWith = (words: readonly string[], end: readonly string[]) =>
  end.length > 0 && end.every((word, index) => words[words.length - end.length + index] === word)

/** By the whole name, else by the end of the model: 'S21' is the Antminer S21, but not an S21 Pro. */
function withName(name: string, machines: readonly ActiveMachine[]): ActiveMachine[] {
  const whole = machines.filter(({ manufacturer, model, hashrate }) =>
    [model, `${manufacturer}${model}`, `${manufacturer}${model}${hashrate}`, `${model}${hashrate}`].some(
      (known) => plain(known) === plain(name),
    ),
  )
  if (whole.length > 0) return whole
  const words = wordsOf(name)
  return machines.filter(({ manufacturer, model }) => endsWith(wordsOf(`${manufacturer} ${model}`), words))
}

function machinesNamed(name: string, machines: readonly ActiveMachine[]): ActiveMachine[] {
  const named = withName(name, machines)
  const rate = rateOf(name)
  if (named.length > 0 || rate === null) return named
  return withName(name.replace(HASHRATE, '').trim(), machines).filter(({ hashrate }) => rateOf(hashrate) === rate)
}

const ONLY_PARTS = 100

/** 0 for the end of a model ('S19 Pro' of 'Antminer S19 Pro'), more for each word that only begins one of the name; null for none. */
function rankOf(sought: readonly string[], { manufacturer, model, hashrate }: ActiveMachine): number | null {
  const words = wordsOf(`${manufacturer} ${model} ${hashrate}`)
  if (endsWith(wordsOf(`${manufacturer} ${model}`), sought)) return 0
  if (sought.every((part) => words.some((word) => word.startsWith(part)))) return 1 + sought.filter((part) => !words.includes(part)).length
  return sought.every((part) => words.join('').includes(part)) ? ONLY_PARTS : null
}

/** Best first, and of the same rank in the order of the list. */
export function findMachines(search: string, machines: readonly ActiveMachine[], most: number): ActiveMachine[] {
  const sought = wordsOf(search)
  if (sought.length === 0) return []
  const ranked = machines.flatMap((machine) => {
    const rank = rankOf(sought, machine)
    return rank === null ? [] : { machine, rank }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ machine }) => machine)
}

const gradeNamed = (text: string) =>
  conditionGrades.find((grade) => [grade, conditionLabels[grade], conditionNotes[grade]].some((known) => plain(known) === plain(text)))

const columnNames = {
  manufacturer: ['manufacturer', 'maker', 'brand'],
  name: ['machine', 'model', 'device'],
  condition: ['condition', 'grade'],
  serialNumber: ['serialnumber', 'serial', 'serialno', 'sn'],
  quantity: ['quantity', 'qty', 'count', 'pieces'],
} as const
type Column = keyof typeof columnNames
const isColumn = (name: string): name is Column => Object.hasOwn(columnNames, name)

const usual: readonly Column[] = ['name', 'condition', 'serialNumber', 'quantity']

/** Null for a first line that is itself a machine. */
function columnsOf(line: string): (Column | undefined)[] | null {
  const columns = cellsOf(line).map((cell) =>
    Object.keys(columnNames)
      .filter(isColumn)
      .find((column) => columnNames[column].some((name) => name === plain(cell))),
  )
  const [first] = columns
  return first === 'name' || first === 'manufacturer' || columns.filter((column) => column !== undefined).length > 1 ? columns : null
}

function readRow(line: string, machines: readonly ActiveMachine[], headings: readonly (Column | undefined)[] | null): ListedMachine {
  const cells = cellsOf(line)
  // The maker has a column of its own, and the next one is the model.
  const isSplit = machines.some(({ manufacturer }) => plain(manufacturer) === plain(cells[0] ?? '')) && cells.length > 2
  const columns = headings?.includes('name') ? headings : isSplit ? (['manufacturer', ...usual] as const) : usual
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const [maker, model, condition, serialNumber] = [cell('manufacturer'), cell('name'), cell('condition'), serialText(cell('serialNumber'))]
  const quantity = cell('quantity') || '1'
  const name = `${maker} ${model}`.trim()
  const named = machinesNamed(name, machines)
  const [machine] = named
  const grade = gradeNamed(condition)
  const pieces = Number(quantity)
  const isQuantity = Number.isInteger(pieces) && pieces >= 1 && pieces <= MOST_MACHINES
  const faults = [
    ...(machine === undefined ? [`‘${name}’ is not in the list of machines`] : []),
    ...(named.length > 1 ? [`Several machines are called ‘${name}’: add the hashrate, or choose one`] : []),
    ...(grade === undefined ? [condition === '' ? 'The condition is missing' : `‘${condition}’ is no condition`] : []),
    ...(serialNumber.length > 100 ? ['The serial number is too long'] : []),
    ...(isQuantity ? [] : [`‘${quantity}’ is no quantity from 1 to ${MOST_MACHINES}`]),
    ...(isQuantity && pieces > 1 && serialNumber !== '' ? ['One serial number belongs to one machine'] : []),
  ]
  return {
    machineId: named.length === 1 && machine ? machine.id : '',
    manufacturer: machine ? '' : maker.slice(0, 200),
    model: machine ? '' : model.slice(0, 200),
    grade: grade ?? '',
    serialNumber: serialNumber.slice(0, 100),
    quantity: quantity.slice(0, 10),
    ...(faults.length > 0 ? { text: line.slice(0, 200), fault: `${faults.join('. ')}.` } : {}),
  }
}

/** Columns: machine, condition, serial number, quantity (CSV, or copied from a spreadsheet), or as headings in a first line name them. */
export function readMachineList(text: string, machines: readonly ActiveMachine[]): ListedMachine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const headings = columnsOf(lines[0] ?? '')
  return lines.slice(headings ? 1 : 0).map((line) => readRow(line, machines, headings))
}

const isEmpty = ({ machineId, model, serialNumber, text }: ListedMachine) =>
  machineId === '' && model === '' && serialNumber === '' && text === undefined

const serialOf = ({ serialNumber }: ListedMachine) => serialKey(serialNumber) ?? ''

/** A repeated serial number: the later row fills gaps of the first, with a note. */
function mergedRow(first: ListedMachine, again: ListedMachine): ListedMachine {
  const differ =
    (first.machineId !== '' && again.machineId !== '' && first.machineId !== again.machineId) ||
    (first.grade !== '' && again.grade !== '' && first.grade !== again.grade)
  const hasMore = first.machineId === '' && again.machineId !== ''
  return {
    ...first,
    machineId: first.machineId || again.machineId,
    grade: first.grade || again.grade,
    ...(hasMore && { text: again.text, fault: again.fault }),
    note: `Serial number ${first.serialNumber.trim()} came more than once: this is one row.${differ ? ' The rows differ: please check machine and condition.' : ''}`,
  }
}

/** Appends rows, each serial number once. Empty rows at the end are replaced; others keep their index, by which files refer to them. */
export function addRows(rows: readonly ListedMachine[], added: readonly ListedMachine[]): { rows: ListedMachine[]; repeated: number } {
  const all = rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1)
  const places = new Map(all.map((row, place) => [serialOf(row), place]))
  let repeated = 0
  for (const row of added) {
    const serial = serialOf(row)
    const place = serial === '' ? undefined : places.get(serial)
    const first = place === undefined ? undefined : all[place]
    if (place !== undefined && first) {
      all[place] = mergedRow(first, row)
      repeated += 1
    } else {
      places.set(serial, all.length)
      all.push(row)
    }
  }
  return { rows: all, repeated }
}
