import type { ReadingPhase } from '~/contracts/stock/readings'
import { hashrateOf, hashrateText } from '~/contracts/catalogue/hashrate'
import { readingDoubts, type CaseMachine } from '~/contracts/stock/miners/reading'
import { errorWords, type BoardReading, type MachineState, type MinerReading } from '~/contracts/stock/miners/shape'
import { formatDateTime } from '~/lib/date-text'
import { boardPairs, isCountedOtherwise, type ReadPair } from './board-pairs'

interface TableProps {
  pair: ReadPair
  phases: Readonly<Record<ReadingPhase, string>>
}

interface HeldTableProps extends TableProps {
  nominal: string | null
  machine: CaseMachine
}

const NONE = 'Not said'
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const told = (value: number | null, unit: string) => (value === null ? NONE : `${number.format(value)} ${unit}`)

const hottest = (boards: readonly BoardReading[]): number | null => {
  const known = boards.flatMap(({ chipTemperature, temperature }) => [chipTemperature, temperature]).filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Nameplate figures to compare with. */
interface Held {
  plate: string | null
  machine: CaseMachine
}
type Cell = (reading: MinerReading, held: Held) => string

/** '63 TH/s, 66 % of 95 TH/s'; without the share if the rate cannot be judged. */
const hashrateCell: Cell = (reading, { plate, machine }) => {
  const { hashrate, nominalHashrate } = reading
  if (hashrate === null) return NONE
  if (readingDoubts(reading, plate, machine).hidesRate) return hashrateText(hashrate)
  const nominal = (plate === null ? null : hashrateOf(plate)) ?? nominalHashrate
  if (nominal === null || nominal <= 0) return hashrateText(hashrate)
  return `${hashrateText(hashrate)}, ${Math.round((hashrate / nominal) * 100)}% of ${hashrateText(nominal)}`
}

const chipsOf = (boards: readonly BoardReading[]) => {
  const sum = (read: (board: BoardReading) => number | null) => boards.reduce((all, board) => all + (read(board) ?? 0), 0)
  return boards.every(({ chips }) => chips === null)
    ? NONE
    : `${sum(({ chips }) => chips)} of ${sum(({ expectedChips, chips }) => expectedChips ?? chips)}`
}

const boardsCell: Cell = (reading, { plate, machine }) => {
  const { boards, expectedBoards } = reading
  if (boards.length === 0) return NONE
  if (readingDoubts(reading, plate, machine).hidesBoards) return 'Could not be read'
  return `${boards.filter(({ isMissing }) => !isMissing).length} of ${Math.max(boards.length, expectedBoards ?? 0)}`
}

const stateWords: Record<MachineState, string> = {
  hashing: 'Hashing',
  starting: 'Starting',
  asleep: 'Asleep',
  stopped: 'Not hashing',
  too_hot: 'Too hot',
}

const rows: readonly (readonly [label: string, cell: Cell])[] = [
  [
    'Model',
    ({ make, model }) =>
      [make, model].filter((part, index) => part !== null && !(index === 0 && model?.startsWith(part))).join(' ') || NONE,
  ],
  ['Firmware', ({ firmware }) => firmware ?? NONE],
  ['State', ({ state }) => (state ? stateWords[state] : NONE)],
  ['Hashrate', hashrateCell],
  ['Boards', boardsCell],
  ['Chips', ({ boards }) => chipsOf(boards)],
  ['Hottest', ({ boards }) => told(hottest(boards), '°C')],
  ['Fans', ({ fans }) => (fans.length === 0 ? NONE : fans.map((speed) => (speed === null ? '?' : number.format(speed))).join(', '))],
  ['Power', ({ power }) => told(power, 'W')],
  ['Efficiency', ({ efficiency }) => told(efficiency, 'J/TH')],
  ['Errors', (reading) => errorWords(reading).join('; ') || 'None'],
]

const cellStyle = 'px-2 py-1.5 align-top first:pl-0 last:pr-0'

export function ReadingTable({ pair, phases, nominal, machine }: HeldTableProps) {
  const shown = (['before', 'after'] as const).filter((phase) => pair[phase])
  const cellOf = (cell: Cell, phase: ReadingPhase): string => {
    const reading = pair[phase]?.reading
    return reading ? cell(reading, { plate: nominal, machine }) : NONE
  }
  // For a rig, cards replace most of these figures.
  const isRig = shown.every((phase) => pair[phase]?.reading?.source === 'cards')
  const said = isRig ? rows.filter(([, cell]) => shown.some((phase) => cellOf(cell, phase) !== NONE)) : rows
  return (
    <table aria-label="Readings" className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-muted">
          <th scope="col" className={`${cellStyle} w-24 font-semibold`}>
            Figure
          </th>
          {shown.map((phase) => (
            <th key={phase} scope="col" className={`${cellStyle} font-semibold`}>
              {phases[phase]}
              <span className="block font-normal">{formatDateTime(pair[phase]?.createdAt ?? new Date(0))}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {said.map(([label, cell]) => (
          <tr key={label}>
            <th scope="row" className={`${cellStyle} text-left font-normal text-ink-muted`}>
              {label}
            </th>
            {shown.map((phase) => (
              <td key={phase} className={`${cellStyle} wrap-anywhere text-ink tabular-nums`}>
                {cellOf(cell, phase)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const boardCell = (board: BoardReading | undefined, isUnread: boolean): string => {
  if (!board) return NONE
  if (board.isMissing) return isUnread ? 'Could not be read' : 'Does not answer'
  const chips = board.chips === null ? null : `${board.chips}${board.expectedChips === null ? '' : ` of ${board.expectedChips}`} chips`
  const heat = board.chipTemperature ?? board.temperature
  return [board.hashrate === null ? null : hashrateText(board.hashrate), chips, heat === null ? null : `${number.format(heat)} °C`]
    .filter((part) => part !== null)
    .join(', ')
}

/** Each board, before and after. */
export function BoardTable({ pair, phases, nominal, machine }: HeldTableProps) {
  const boards = boardPairs(pair)
  const isUnread = (phase: ReadingPhase): boolean => {
    const reading = pair[phase]?.reading
    return reading ? readingDoubts(reading, nominal, machine).hidesBoards : false
  }
  const shown = (['before', 'after'] as const).filter((phase) => pair[phase])
  if (boards.length === 0) return null
  return (
    <table aria-label="Boards" className="w-full table-fixed text-sm">
      {isCountedOtherwise(pair) && (
        <caption className="caption-bottom pt-2 text-left text-xs text-ink-muted">
          The two firmwares count the boards differently. A board without a serial number is not known again.
        </caption>
      )}
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-muted">
          <th scope="col" className={`${cellStyle} w-24 font-semibold`}>
            Board
          </th>
          {shown.map((phase) => (
            <th key={phase} scope="col" className={`${cellStyle} font-semibold`}>
              {phases[phase]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {boards.map((board) => (
          <tr key={board.label}>
            <th scope="row" className={`${cellStyle} text-left font-normal text-ink-muted`}>
              {board.label}
              {(board.after?.place ?? board.before?.place) ? (
                <span className="block text-xs">{board.after?.place ?? board.before?.place}</span>
              ) : null}
            </th>
            {shown.map((phase) => (
              <td key={phase} className={`${cellStyle} text-ink tabular-nums`}>
                {boardCell(board[phase], isUnread(phase))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const figureNames: Readonly<Partial<Record<string, string>>> = {
  model: 'Model',
  firmware: 'Firmware',
  serialNumber: 'Serial number',
  state: 'State',
  hashrate: 'Hashrate',
  nominalHashrate: 'Hashrate it was made for',
  fans: 'Fans',
  power: 'Power',
  powerLimit: 'Power limit',
  uptime: 'Time since its start',
  'boards.hashrate': 'Hashrate of each board',
  'boards.chips': 'Chips',
  'boards.temperature': 'Temperature of each board',
  'boards.chipTemperature': 'Temperature of the chips',
  'boards.serialNumber': 'Serial number of each board',
}

/** The place in the file of each figure. */
export function Origins({ reading: { dialect = null, origins = {} } }: { reading: MinerReading }) {
  const known = Object.entries(origins).flatMap(([name, from]) => {
    const figure = figureNames[name]
    return figure === undefined ? [] : [{ figure, from }]
  })
  if (known.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
        Where each figure was read
      </summary>
      {dialect !== null && <p className="mt-2 text-ink">Read as: {dialect}</p>}
      <dl className="mt-2 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {known.map(({ figure, from }) => (
          <div key={figure} className="contents">
            <dt className="text-ink-muted">{figure}</dt>
            <dd className="font-mono text-xs wrap-anywhere text-ink">{from}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
