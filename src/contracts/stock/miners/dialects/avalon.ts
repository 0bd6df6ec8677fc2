import type { Answers } from '../answers'
import type { BoardDraft, ReadingDraft } from '../draft'
import { ReadingError } from '../json'
import { changed, first, GIGA, MEGA, say, times, warm, type Maybe, type Source } from '../said'
import type { MachineFault, MachineState } from '../shape'
import { chipTexts, machinesIn, modelOfVersion, type AvalonText } from './avalon-text'
import { poolsOf, type Dialect } from './dialect'

/** Every generation of Canaan's Avalon: one text of fields for each machine in STATS. */

const rowsOf = (answers: Answers): Source[] => answers.rows('STATS').filter((row) => machinesIn(row).length > 0)

const at = (numbers: readonly number[], index: number, from: string): Maybe<number> => say(numbers[index] ?? null, from)

/** Each field has one number per board: rates, temperatures, chips with a measured voltage. */
function boardsOf(text: AvalonText, chips: AvalonText, isHashing: boolean): BoardDraft[] {
  const rates = text.numbers('MGHS')
  const hottest = text.numbers('MTmax')
  const mean = text.numbers('MTavg')
  const volts = (index: number) => [text, chips].map((each) => each.numbers(`PVT_V${index}`)).find((list) => list.length > 0) ?? []
  const many = Math.min(16, Math.max(rates.length, mean.length, hottest.length))
  return Array.from({ length: many }, (_, index) => {
    const measured = volts(index)
    const counted = measured.filter((volt) => volt > 0).length
    const rate = rates[index]
    return {
      slot: index + 1,
      // A machine in standby still reports its last rate.
      hashrate: rate === undefined ? null : say(isHashing ? rate * GIGA : 0, 'MM MGHS'),
      chips: say(measured.length === 0 ? null : counted, 'MM PVT_V'),
      expectedChips: say(measured.length === 0 ? null : measured.length, 'MM PVT_V'),
      temperature: warm(at(mean, index, 'MM MTavg')),
      chipTemperature: warm(at(hottest, index, 'MM MTmax')),
      ...(measured.length === 0 && isHashing && rate === 0 && { isMissing: true }),
    }
  })
}

/** From 'Work: In Work, Hash Board: 3'. */
function systemOf(text: AvalonText): { state: Maybe<MachineState>; boards: Maybe<number> } {
  const said = text.text('SYSTEMSTATU')
  const [, count] = /Hash Board: {0,2}(\d)/.exec(said) ?? []
  const [, work = ''] = /Work: {0,2}([^,]{0,40})/.exec(said) ?? []
  const state = /idle|standby/i.test(work) ? 'asleep' : /init|start/i.test(work) ? 'starting' : null
  return { state: say(state, 'MM SYSTEMSTATU'), boards: say(count === undefined ? null : Number(count), 'MM SYSTEMSTATU') }
}

/**
 * ECHU has a code for each board, and many good boards have one other than 0; FanErr other than 0 means a failing fan, ECMM a failing
 * controller.
 */
function faultsOf(text: AvalonText): MachineFault[] {
  const boards = text
    .numbers('ECHU')
    .flatMap((code, index) =>
      code === 0 ? [] : [{ part: 'other' as const, code: String(code), slot: index + 1, words: `Hash board ${index + 1}: error ${code}` }],
    )
  const fan = text.number('FanErr')?.value ?? 0
  const main = text.number('ECMM')?.value ?? 0
  return [
    ...boards,
    ...(fan === 0 ? [] : [{ part: 'fans' as const, code: String(fan), slot: null, words: `Fan error ${fan}` }]),
    ...(main === 0 ? [] : [{ part: 'control_board' as const, code: String(main), slot: null, words: `Control board: error ${main}` }]),
  ]
}

function fansOf(text: AvalonText): Maybe<(number | null)[]> {
  const numbered = [1, 2, 3, 4].filter((fan) => text.has(`Fan${fan}`)).map((fan) => text.number(`Fan${fan}`)?.value ?? null)
  if (numbered.length > 0) return say(numbered, 'MM Fan1 …')
  return text.has('Fan') ? say(text.numbers('Fan').slice(0, 4), 'MM Fan') : null
}

function read(answers: Answers): ReadingDraft {
  const rows = rowsOf(answers)
  const machines = rows.flatMap(machinesIn)
  const names = new Set(machines.map(({ id, text }) => `${id} ${text.text('DNA')}`))
  const [row] = rows
  const [machine] = machines
  if (names.size > 1)
    throw new ReadingError(
      `This file is of a controller with ${names.size} Avalon machines. Read each alone: leave one on the controller, or cut the others out of the file.`,
    )
  if (!row || !machine) throw new ReadingError('These answers of an Avalon say nothing of a machine.')
  const { text } = machine
  const summary = answers.row('SUMMARY')
  const version = answers.row('VERSION')
  const { state, boards: count } = systemOf(text)
  const soft = text.number('SoftOFF')
  const now = first(
    text.rate('GHSspd'),
    times(summary.number('MHS 5s', 'MHS 30s', 'MHS 1m'), MEGA),
    text.rate('GHSavg'),
    times(summary.number('MHS av'), MEGA),
  )
  const isAsleep = state?.value === 'asleep' || ((soft?.value ?? 0) > 0 && (now?.value ?? 0) === 0)
  const boards = boardsOf(text, chipTexts(row), !isAsleep && (now?.value ?? 0) > 0)
  const model = first(version.text('PROD'), say(modelOfVersion(text.text('Ver')), 'MM Ver'), version.text('MODEL'))
  // Without WALLPOWER the last number of PS is the drawn power; newer machines put the power limit there.
  const supply = text.numbers('PS')
  const wall = text.number('WALLPOWER')
  const drawn = wall !== null && wall.value > 0 ? wall : supply.length === 7 && !text.has('MPO') ? say(supply[6] ?? null, 'MM PS') : null
  const mode = text.number('WORKMODE')
  const faults = faultsOf(text)
  return {
    make: say('Avalon', 'STATS MM'),
    model,
    firmware: first(version.text('LVERSION', 'CGVERSION'), say(text.text('Ver') || null, 'MM Ver')),
    uptime: first(text.number('Elapsed'), summary.number('Elapsed')),
    state: isAsleep ? say('asleep' as const, state?.from ?? soft?.from ?? '') : state,
    hashrate: now,
    nominalHashrate: changed(text.rate('GHSmm'), (rate) => (rate > 0 ? rate : null)),
    ...(boards.length > 0 && { boards }),
    expectedBoards: count,
    fans: fansOf(text),
    power: changed(drawn, (watts) => (watts > 0 ? watts : null)),
    lowered: mode?.value === 0 && /^Avalon (?:Q|Mini|Nano)/i.test(model?.value ?? '') ? say('Work mode 0 (eco)', mode.from) : null,
    environmentTemperature: warm(first(text.number('ITemp'), text.number('Temp'))),
    errors: faults.map(({ words }) => words),
    faults,
    pools: poolsOf(answers),
  }
}

export const avalon: Dialect = { name: 'Avalon', recognises: (answers) => rowsOf(answers).length > 0, read }
