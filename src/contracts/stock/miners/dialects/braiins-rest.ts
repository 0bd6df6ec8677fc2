import type { BoardDraft } from '../draft'
import { changed, first, GIGA, numberOf, positive, say, Source, textOf, times, warm, type Maybe } from '../said'
import type { MachineState } from '../shape'
import { hostOf, type Dialect } from './dialect'

/** Braiins OS REST API since 23.03: `hashboards`, a name that pyasic uses too; each figure is an object with its unit. */

const degrees = (source: Source, ...path: string[]): Maybe<number> => {
  const place = path.reduce((at, name) => at.inside(name), source)
  return warm(place.number('degree_c'))
}

/** Of the last minute or another short period, never since the start. */
function rateOf(stats: Source): Maybe<number> {
  const real = stats.inside('real_hashrate')
  const known = ['last_1m', 'last_5s', 'last_15s', 'last_30s', 'last_5m', 'last_15m'].map((name) =>
    times(real.inside(name).number('gigahash_per_second'), GIGA),
  )
  return first(...known)
}

const isBoards = (page: Source) => page.rows('hashboards').some((row) => row.has('board_temp') || row.has('chips_count'))

/** Numbers in older versions, names in newer ones. */
const STATES: Readonly<Partial<Record<string, MachineState>>> = {
  1: 'starting',
  2: 'hashing',
  3: 'stopped',
  4: 'stopped',
  5: 'stopped',
  not_started: 'stopped',
  normal: 'hashing',
  paused: 'stopped',
  suspended: 'stopped',
  restricted: 'stopped',
}

const board = (row: Source, index: number): BoardDraft => ({
  slot: row.number('id')?.value ?? index + 1,
  hashrate: rateOf(row.inside('stats')),
  nominalHashrate: times(positive(row.inside('stats').inside('nominal_hashrate').number('gigahash_per_second')), GIGA),
  chips: row.number('chips_count'),
  temperature: first(degrees(row, 'board_temp'), degrees(row, 'highest_outlet_temp')),
  chipTemperature: degrees(row, 'highest_chip_temp', 'temperature'),
  serialNumber: row.text('serial_number'),
  ...(row.boolean('enabled')?.value === false && numberOf(row.fields.chips_count) === 0 && { isMissing: true }),
})

export const braiinsRest: Dialect = {
  name: 'Braiins OS (REST)',
  recognises: (answers) =>
    answers.pages.some((page) => isBoards(page) || page.has('miner_stats', 'power_stats') || page.has('bos_version')),
  read: (answers) => {
    const rows = answers.pages.find(isBoards)?.rows('hashboards', 16) ?? []
    const details = answers.page('bos_version') ?? new Source('miner_details', {})
    const stats = answers.page('miner_stats', 'power_stats')
    const cooling = answers.pages.find((page) => page.rows('fans').some((fan) => fan.has('position')))
    const identity = details.inside('miner_identity')
    const model = first(identity.text('miner_model', 'name'))
    const status = details.fields.status
    const state = changed(
      say(numberOf(status)?.toString() ?? textOf(status), 'miner_details status'),
      (text) => STATES[text.toLowerCase().replace('miner_status_', '')] ?? null,
    )
    const target = answers.page('tuner')?.inside('tuner').inside('power_target').number('watt') ?? null
    return {
      make: changed(model, (text) => (/antminer/i.test(text) ? 'Antminer' : null)),
      model,
      firmware: changed(details.inside('bos_version').text('current'), (text) => `Braiins OS ${text}`),
      serialNumber: details.text('serial_number'),
      uptime: details.number('bosminer_uptime_s', 'system_uptime_s', 'system_uptime'),
      // With 'hashing' the rate decides: a machine may report it without hashing.
      state: state?.value === 'hashing' ? null : state,
      hashrate: stats ? rateOf(stats.inside('miner_stats')) : null,
      nominalHashrate: first(
        times(positive(details.inside('sticker_hashrate').number('gigahash_per_second')), GIGA),
        rows.length === 0 && stats
          ? times(positive(stats.inside('miner_stats').inside('nominal_hashrate').number('gigahash_per_second')), GIGA)
          : null,
      ),
      ...(rows.length > 0 && { boards: rows.map(board) }),
      fans: cooling
        ? say(
            cooling.rows('fans', 16).map((fan) => fan.number('rpm')?.value ?? null),
            'cooling_state fans',
          )
        : null,
      power: positive(stats?.inside('power_stats').inside('approximated_consumption').number('watt') ?? null),
      powerLimit: positive(target),
      pools: answers.pages
        .flatMap((page) => page.rows('pools', 16))
        .filter((pool) => pool.has('alive', 'url'))
        .map((pool) => ({
          url: hostOf(textOf(pool.fields.url)),
          isAlive: pool.boolean('alive')?.value ?? null,
          accepted: pool.inside('stats').number('accepted_shares')?.value ?? null,
          rejected: pool.inside('stats').number('rejected_shares')?.value ?? null,
        })),
    }
  },
}
