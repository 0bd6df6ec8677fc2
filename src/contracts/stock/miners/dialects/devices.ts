import type { Answers } from '../answers'
import { ReadingError } from '../json'
import { changed, first, GIGA, MEGA, numberOf, positive, say, sumOf, times, warm, type Maybe, type Source } from '../said'
import { poolsOf, type Dialect } from './dialect'

/**
 * Any other program with the CGMiner API: SUMMARY, and DEVS with a device for each board.
 * @see https://github.com/ckolivas/cgminer/blob/master/API-README
 */

const NOW = ['MHS 5s', 'MHS 20s', 'MHS 30s', 'MHS 1m'] as const
const THEN = ['MHS 5m', 'MHS 15m', 'MHS av'] as const

/** Makers whose devices have a name that identifies them. */
const DEVICES: readonly (readonly [name: RegExp, make: string])[] = [
  [/^u\d/i, 'StrongU'],
  [/^BKLU$/, 'Baikal'],
  [/^BM-/, 'iBeLink'],
  [/^DT\d/, 'Dragonmint'],
  [/^MLD$/, 'FutureBit'],
]

const rateOf = (row: Source): Maybe<number> =>
  first(
    times(row.number(...NOW), MEGA),
    times(row.number('GHS 5s', 'GHS 1m'), GIGA),
    times(row.number(...THEN), MEGA),
    times(row.number('GHS av'), GIGA),
  )

/** 'MHS 1m' is steadier than the last five seconds. */
const boardRate = (row: Source) => first(times(row.number('MHS 1m', 'MHS 20s'), MEGA), rateOf(row))

function fansOf(answers: Answers): Maybe<(number | null)[]> {
  const listed = answers.rows('FANS')
  if (listed.length > 0)
    return say(
      listed.map(({ fields }) => numberOf(fields.RPM)),
      'FANS RPM',
    )
  const summary = answers.row('SUMMARY')
  const many = summary.number('Fan Num')?.value ?? 0
  const numbered = Array.from({ length: Math.min(8, many) }, (_, index) => numberOf(summary.fields[`Fan${index + 1}`]))
  return numbered.length > 0 ? say(numbered, 'SUMMARY Fan1 …') : null
}

/** False for rows such as an unplugged USB stick. */
const isDevice = (row: Source) => row.has('ASC') || row.has('PGA') || row.has('ID') || row.has('Name')

export const devices: Dialect = {
  name: 'CGMiner API',
  recognises: (answers) => answers.has('SUMMARY', 'DEVS', 'STATS'),
  read: (answers) => {
    const summary = answers.row('SUMMARY')
    const rows = answers.rows('DEVS').filter(isDevice).slice(0, 64)
    const details = answers.rows('DEVDETAILS')
    const version = answers.row('VERSION')
    const stats = answers.rows('STATS').find((row) => row.text('Type') !== null)
    const name = rows[0]?.text('Name') ?? null
    const model = first(stats?.text('Type') ?? null, version.text('Type', 'PROD', 'MODEL'), details[0]?.text('Model') ?? null)
    const ids = rows.map((row, index) => row.number('Slot', 'ASC', 'PGA', 'ID')?.value ?? index)
    const offset = ids.includes(0) ? 1 : 0
    const rated = rows.map((row) => rateOf(row)?.value ?? null)
    const hashrate = first(rateOf(summary), say(sumOf(rated), 'DEVS MHS'))
    if (hashrate === null)
      throw new ReadingError(
        'SUMMARY and DEVS of this file say no hashrate in a form that we know. Ask the miner for summary, stats and devs, and save all three answers.',
      )
    return {
      make: say(DEVICES.find(([pattern]) => pattern.test(name?.value ?? ''))?.[1] ?? null, 'DEVS Name'),
      model: first(
        model,
        changed(name, (text) => (text.startsWith('BM-') ? `iBeLink ${text}` : null)),
      ),
      firmware: first(version.text('Miner', 'CompileTime', 'CGMiner', 'BFGMiner', 'VERSION'), null),
      uptime: first(summary.number('Elapsed'), rows[0]?.number('Device Elapsed') ?? null),
      hashrate,
      ...(rows.length > 0 && {
        boards: rows.map((row, index) => {
          const id = ids[index] ?? index
          const sensor = summary.number(`Temp${index + 1}`)
          return {
            slot: id + offset,
            hashrate: boardRate(row),
            nominalHashrate: times(positive(row.number('Nominal MHS')), MEGA),
            chips: row.number('ChipNum', 'Chips', 'Asics'),
            temperature: warm(first(positive(row.number('Temperature', 'temperature')), sensor)),
            chipTemperature: warm(row.number('Chip Temp Max', 'Chip Temp Avg')),
            serialNumber: row.text('Chain SN', 'SerialNumber', 'PCB SN', 'Serial'),
            ...(/^dead$/i.test(row.text('Status')?.value ?? '') && { isMissing: true }),
          }
        }),
      }),
      fans: fansOf(answers),
      power: positive(first(summary.number('Power', 'Power_RT'), answers.row('POWER').number('Watts'))),
      pools: poolsOf(answers),
    }
  },
}
