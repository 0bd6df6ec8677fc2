import type { CaseReading, ReadingPhase } from '~/contracts/cases/files'
import { hashrateOf, hashrateText } from '~/contracts/cases/miners/hashrate'
import type { BoardReading, MinerReading } from '~/contracts/cases/miners/shape'
import { formatDateTime } from '~/lib/date-text'

/** The newest reading of each phase. */
export type ReadPair = Record<ReadingPhase, CaseReading | undefined>

interface TableProps {
  pair: ReadPair
  phases: Readonly<Record<ReadingPhase, string>>
}

const NONE = 'Not said'
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const told = (value: number | null, unit: string) => (value === null ? NONE : `${number.format(value)} ${unit}`)

const hottest = (boards: readonly BoardReading[]): number | null => {
  const known = boards.flatMap(({ chipTemperature, temperature }) => [chipTemperature, temperature]).filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** '63 TH/s, 66 % of 95 TH/s' */
function hashrateCell({ hashrate, nominalHashrate }: MinerReading, plate: string | null): string {
  if (hashrate === null) return NONE
  const nominal = (plate === null ? null : hashrateOf(plate)) ?? nominalHashrate
  if (nominal === null || nominal <= 0) return hashrateText(hashrate)
  return `${hashrateText(hashrate)}, ${Math.round((hashrate / nominal) * 100)} % of ${hashrateText(nominal)}`
}

const chipsOf = (boards: readonly BoardReading[]) => {
  const sum = (read: (board: BoardReading) => number | null) => boards.reduce((all, board) => all + (read(board) ?? 0), 0)
  return boards.every(({ chips }) => chips === null)
    ? NONE
    : `${sum(({ chips }) => chips)} of ${sum(({ expectedChips, chips }) => expectedChips ?? chips)}`
}

const boardsCell = ({ boards, expectedBoards }: MinerReading) =>
  boards.length === 0 ? NONE : `${boards.filter(({ isMissing }) => !isMissing).length} of ${Math.max(boards.length, expectedBoards ?? 0)}`

const rows: readonly (readonly [label: string, cell: (reading: MinerReading, plate: string | null) => string])[] = [
  [
    'Model',
    ({ make, model }) =>
      [make, model].filter((part, index) => part !== null && !(index === 0 && model?.startsWith(part))).join(' ') || NONE,
  ],
  ['Firmware', ({ firmware }) => firmware ?? NONE],
  ['Hashrate', hashrateCell],
  ['Boards', boardsCell],
  ['Chips', ({ boards }) => chipsOf(boards)],
  ['Hottest', ({ boards }) => told(hottest(boards), '°C')],
  ['Fans', ({ fans }) => (fans.length === 0 ? NONE : fans.map((speed) => (speed === null ? '?' : number.format(speed))).join(', '))],
  ['Power', ({ power }) => told(power, 'W')],
  ['Efficiency', ({ efficiency }) => told(efficiency, 'J/TH')],
  ['Errors', ({ errors }) => (errors.length === 0 ? 'None' : errors.join('; '))],
]

const cellStyle = 'px-2 py-1.5 align-top first:pl-0 last:pr-0'

/** The figures of a machine, before and after side by side. */
export function ReadingTable({ pair, phases, nominal }: TableProps & { nominal: string | null }) {
  const shown = (['before', 'after'] as const).filter((phase) => pair[phase])
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
        {rows.map(([label, cell]) => (
          <tr key={label}>
            <th scope="row" className={`${cellStyle} text-left font-normal text-ink-muted`}>
              {label}
            </th>
            {shown.map((phase) => {
              const reading = pair[phase]?.reading
              return (
                <td key={phase} className={`${cellStyle} wrap-anywhere text-ink tabular-nums`}>
                  {reading ? cell(reading, nominal) : NONE}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The boards of both readings, by their slots. */
export function slotsOf(pair: ReadPair): { slot: number; before: BoardReading | undefined; after: BoardReading | undefined }[] {
  const boardsOf = (phase: ReadingPhase) => pair[phase]?.reading?.boards ?? []
  const slots = [...new Set([...boardsOf('before'), ...boardsOf('after')].map(({ slot }) => slot))].sort((a, b) => a - b)
  const find = (phase: ReadingPhase, slot: number) => boardsOf(phase).find((board) => board.slot === slot)
  return slots.map((slot) => ({ slot, before: find('before', slot), after: find('after', slot) }))
}

const boardCell = (board: BoardReading | undefined): string => {
  if (!board) return NONE
  if (board.isMissing) return 'Does not answer'
  const chips = board.chips === null ? null : `${board.chips}${board.expectedChips === null ? '' : ` of ${board.expectedChips}`} chips`
  const heat = board.chipTemperature ?? board.temperature
  return [board.hashrate === null ? null : hashrateText(board.hashrate), chips, heat === null ? null : `${number.format(heat)} °C`]
    .filter((part) => part !== null)
    .join(', ')
}

/** Each board, before and after. */
export function BoardTable({ pair, phases }: TableProps) {
  const boards = slotsOf(pair)
  const shown = (['before', 'after'] as const).filter((phase) => pair[phase])
  if (boards.length === 0) return null
  return (
    <table aria-label="Boards" className="w-full table-fixed text-sm">
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
          <tr key={board.slot}>
            <th scope="row" className={`${cellStyle} text-left font-normal text-ink-muted`}>
              {board.slot}
            </th>
            {shown.map((phase) => (
              <td key={phase} className={`${cellStyle} text-ink tabular-nums`}>
                {boardCell(board[phase])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
