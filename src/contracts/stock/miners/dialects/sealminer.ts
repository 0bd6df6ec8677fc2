import type { BoardDraft } from '../draft'
import { changed, first, MEGA, numberOf, positive, say, textOf, times, type Source } from '../said'
import type { MachineFault } from '../shape'
import { stateOfText } from './antminer-parts'
import { poolsOf, type Dialect } from './dialect'

/** Bitdeer's Sealminer (bdminer): board n's figures are 'n Chip Count', 'n SN' … in one row of STATS. */

const MOST_BOARDS = 8

function boardsOf(stats: Source): BoardDraft[] {
  return Array.from({ length: MOST_BOARDS }, (_, index) => index)
    .filter((index) => stats.has(`${index} Chip Count`) || stats.has(`${index} SN`) || stats.has(`${index} Online`))
    .map((index) => {
      const temperatures = [0, 1, 2, 3].map((sensor) => stats.hottest(`${index} Temp ${sensor}`)).flatMap((said) => said ?? [])
      const all = stats.number(`${index} Chip Count`)
      const bad = stats.number(`${index} Bad Chip Count`)
      const isOnline = stats.boolean(`${index} Online`)?.value
      return {
        slot: index + 1,
        hashrate: times(stats.number(`${index} MHS(Sample)`, `${index} MHS(1m)`), MEGA),
        nominalHashrate: times(stats.positive(`${index} MHS(Ideal)`), MEGA),
        chips: changed(all, (chips) => Math.max(0, chips - (bad?.value ?? 0))),
        expectedChips: all,
        chipTemperature:
          temperatures.length === 0 ? null : say(Math.max(...temperatures.map(({ value }) => value)), temperatures[0]?.from ?? ''),
        serialNumber: stats.text(`${index} SN`),
        ...(isOnline === false && { isMissing: true }),
      }
    })
}

const isNoError = (text: string) => text === '' || Number(text) === 0 || Number.parseInt(text, 16) === 0

function faultsOf(stats: Source): MachineFault[] {
  const supply = textOf(stats.fields['PSU Error'])
  const own = textOf(stats.fields['Error Code'])
  return [
    ...(supply !== null && !isNoError(supply)
      ? [{ part: 'power_supply' as const, code: supply, slot: null, words: `Power supply: error ${supply}` }]
      : []),
    ...(own !== null && !isNoError(own) ? [{ part: 'other' as const, code: own, slot: null, words: `Error ${own}` }] : []),
  ]
}

export const sealminer: Dialect = {
  name: 'Sealminer',
  recognises: (answers) =>
    answers.rows('STATS').some((row) => row.has('0 Chip Count') || row.has('Ctrl Board SN')) || /\bbdminer\b/i.test(answers.description),
  read: (answers) => {
    const stats = answers.rows('STATS').find((row) => row.has('0 Chip Count') || row.has('Ctrl Board SN')) ?? answers.row('STATS')
    const summary = answers.row('SUMMARY')
    const boards = boardsOf(stats)
    const fans = Array.from({ length: MOST_BOARDS }, (_, index) => numberOf(stats.fields[`${index} Speed`])).filter(
      (speed) => speed !== null,
    )
    const faults = faultsOf(stats)
    const mode = stats.text('Mining Mode')
    return {
      make: say('Sealminer', 'STATS Model'),
      model: changed(first(stats.text('Model'), answers.page('miner_type')?.text('miner_type') ?? null), (text) => `Sealminer ${text}`),
      firmware: first(stats.text('Firmware'), answers.page('firmware_version')?.text('firmware_version') ?? null),
      serialNumber: first(stats.text('Ctrl Board SN'), answers.page('crtl_sn')?.text('crtl_sn') ?? null),
      uptime: first(stats.number('Elapsed'), summary.number('Elapsed')),
      state: changed(stateOfText(stats.text('PM State')), (state) => (state === 'hashing' ? null : state)),
      isTuning: stats.boolean('Raise Freq Done')?.value === false,
      hashrate: times(
        first(stats.number('MHS(30s)', 'MHS(1m)', 'MHS(Sample)'), summary.number('MHS 5s', 'MHS 1m'), summary.number('MHS av')),
        MEGA,
      ),
      nominalHashrate: times(stats.positive('MHS(Rated)', 'MHS(Ideal)'), MEGA),
      ...(boards.length > 0 && { boards }),
      expectedBoards: stats.positive('Board Count'),
      fans: fans.length > 0 ? say(fans, 'STATS 0 Speed …') : null,
      expectedFans: stats.positive('Fan Count'),
      isLiquidCooled: changed(stats.boolean('Liquid Cooling'), (is) => (is ? true : null)),
      power: positive(first(stats.number('PSU Input Power'), answers.page('StatusCode', 'Power')?.number('Power') ?? null)),
      powerLimit: stats.positive('Power Limit'),
      lowered: changed(mode, (text) => (/low|eco/i.test(text) ? `Mining mode ${text}` : null)),
      errors: faults.map(({ words }) => words),
      faults,
      pools: poolsOf(answers),
    }
  },
}
