import type { Answers } from '../answers'
import { changed, first, MEGA, numberOf, say, times, warm, type Maybe, type Source } from '../said'
import { poolsOf, type Dialect } from './dialect'

/**
 * MinerVa, HonorKnight and Innosilicon: `stats` has a row for each board, with 'Chain ID' from 0 or 1, and 'Chip Count' or 'Num chips' with
 * 'Num active chips'. Older Innosilicon firmware numbers its lists instead (`STATS0`, `STATS1` …).
 */

const isBoard = (row: Source) => row.has('Chip Count') || row.has('Num chips') || row.has('Num active chips')

/** From names such as 'innominer a9-1.1.0', 'C120' or 'IT10'; `mhs` is H/s of one unit of fields named MHS. */
interface Maker {
  make: string | null
  model: string | null
  /** Null if the file does not say. */
  mhs: number | null
}
function makerOf(answers: Answers, boards: readonly Source[]): Maker {
  const { description } = answers
  const id = boards[0]?.text('ID')?.value ?? ''
  const [, model = ''] = /innominer ([a-z]\d{1,2}\+?)/i.exec(description) ?? []
  // The A9 mines Equihash: its MHS fields count single solutions.
  if (/^a9/i.test(model)) return { make: 'Innosilicon', model: 'A9', mhs: 1 }
  if (model !== '') return { make: 'Innosilicon', model: model.toUpperCase(), mhs: MEGA }
  if (/^HLT|^T\d/i.test(id)) return { make: 'Innosilicon', model: null, mhs: MEGA }
  if (/^C12/i.test(id)) return { make: 'MinerVa', model: null, mhs: MEGA }
  if (/^IT1/i.test(id)) return { make: 'HonorKnight', model: null, mhs: MEGA }
  // Numbered lists name neither maker nor model.
  return { make: null, model: null, mhs: boards.every((row) => row.has('ID')) ? MEGA : null }
}

function fansOf(row: Source | undefined): Maybe<(number | null)[]> {
  const speeds = [0, 1, 2, 3].map((fan) => numberOf(row?.fields[`Fan${fan} Speed`] ?? row?.fields[`Fan${fan} rpm`]))
  const known = speeds.filter((speed) => speed !== null)
  return known.length === 0 ? null : say(known, 'STATS Fan0 …')
}

export const boardRows: Dialect = {
  name: 'Innosilicon, MinerVa or HonorKnight',
  recognises: (answers) => answers.rows('STATS').some(isBoard),
  read: (answers) => {
    const summary = answers.row('SUMMARY')
    const rows = answers.rows('STATS').filter(isBoard)
    const devices = answers.rows('DEVS')
    const { make, model, mhs } = makerOf(answers, rows)
    const ids = rows.map((row, index) => row.number('Chain ID')?.value ?? index)
    const offset = ids.includes(0) ? 1 : 0
    const rate = (said: Maybe<number>) => (mhs === null ? null : times(said, mhs))
    return {
      make: say(make, 'STATUS Description, STATS ID'),
      model: say(model, 'STATUS Description'),
      firmware: say(/innominer (\S{1,40})/i.exec(answers.description)?.[1] ?? null, 'STATUS Description'),
      uptime: first(summary.number('Elapsed'), rows[0]?.number('Elapsed') ?? null),
      hashrate: rate(first(summary.number('MHS 5s', 'MHS 1m', 'MHS av'), null)),
      boards: rows.map((row, index) => {
        const id = ids[index] ?? index
        const device = devices.find((each) => each.number('ASC', 'ID')?.value === id)
        const all = row.number('Num chips')
        // On machines with 'Num cores', 'MHS av' is the nominal rate of the chips.
        return {
          slot: id + offset,
          hashrate: rate(
            first(
              row.number('MHS 1m', 'MHS 5s'),
              device?.number('MHS 1m', 'MHS 5s') ?? null,
              row.has('Num cores') ? null : row.number('MHS av'),
            ),
          ),
          chips: first(row.number('Num active chips', 'Chip Count'), all),
          expectedChips: all,
          temperature: warm(first(row.number('Temp Avg', 'Temp'), device?.number('Temperature') ?? null)),
          chipTemperature: warm(row.number('Temp max')),
        }
      }),
      fans: fansOf(rows[0]),
      power: changed(summary.number('power', 'Power'), (watts) => (watts > 0 ? watts : null)),
      pools: poolsOf(answers),
    }
  },
}
