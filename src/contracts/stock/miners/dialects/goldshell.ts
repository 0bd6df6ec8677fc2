import type { Answers } from '../answers'
import { changed, first, isWarm, MEGA, numberOf, say, Source, sumOf, textOf, times, type Maybe } from '../said'
import { hostOf, type Dialect } from './dialect'

/** Goldshell: `mcb/cgminer?cgminercmd=devs` in MH/s, or the API's DEVS with `MHS 20s` and `tstemp`. */

const isBoard = (row: Source) => row.has('hashrate', 'av_hashrate') || row.has('minerstatus', 'hashrate')

/** '82.0 °C / 79.7 °C', '2700 rpm / 2700 rpm': several figures in one text, whose degree sign may be damaged. */
const figures = (value: unknown, unit: RegExp): number[] =>
  (textOf(value) ?? '')
    .split('/', 16)
    .map((part) => numberOf(part.replace(unit, '').trim()))
    .flatMap((figure) => figure ?? [])

const DEGREES = /[^\d.]{0,4}C$/
const RPM = /rpm$/i

function heatOf(row: Source): Maybe<number> {
  const names = ['temp', 't_temp', 'm_temp', 'l_temp', 'r_temp', 'tstemp-1', 'tstemp-2']
  const known = names.flatMap((name) => figures(row.fields[name], DEGREES)).filter(isWarm)
  const numbers = names.flatMap((name) => (typeof row.fields[name] === 'number' ? (numberOf(row.fields[name]) ?? []) : [])).filter(isWarm)
  const all = [...known, ...numbers]
  return all.length === 0 ? null : say(Math.max(...all), `${row.name} temp`)
}

const pagesWith = (answers: Answers) => answers.pages.find((page) => page.rows('data').some(isBoard))
const devices = (answers: Answers) =>
  answers.rows('DEVS').filter((row) => row.has('MHS 20s') && (row.has('tstemp-1') || row.has('tstemp-2')))

export const goldshell: Dialect = {
  name: 'Goldshell',
  recognises: (answers) => pagesWith(answers) !== undefined || devices(answers).length > 0,
  read: (answers) => {
    const page = pagesWith(answers)?.rows('data', 16).filter(isBoard) ?? []
    const rows = page.length > 0 ? page : devices(answers)
    const setting =
      answers.pages.find((each) => each.has('name', 'powerplans') || each.has('name', 'version')) ?? new Source('mcb setting', {})
    const status =
      answers.pages.find((each) => each.has('firmware', 'model') || each.has('firmware', 'hardware')) ?? new Source('mcb status', {})
    const details = answers.rows('DEVDETAILS')
    const model = changed(first(status.text('model'), setting.text('name')), (text) =>
      /goldshell/i.test(text) ? text : `Goldshell ${text}`,
    )
    const rate = (row: Source) => times(row.number('hashrate', 'MHS 20s', 'MHS rolling'), MEGA)
    // Each row repeats the fans of the whole machine.
    const fans = figures(rows[0]?.fields.fanspeed, RPM)
    const sum = sumOf(rows.map((row) => rate(row)?.value ?? null))
    return {
      make: say('Goldshell', 'mcb cgminer devs'),
      model,
      firmware: first(status.text('firmware'), setting.text('version')),
      uptime: first(...rows.map((row) => row.number('time', 'Device Elapsed'))),
      hashrate: say(sum, rows.length > 0 ? `${rows[0]?.name ?? ''} hashrate`.trim() : ''),
      boards: rows.map((row, index) => {
        const id = row.number('id', 'ID')?.value ?? index
        return {
          slot: id + 1,
          hashrate: rate(row),
          chips: details.find((each) => each.number('ID')?.value === id)?.number('chips-nr') ?? null,
          temperature: heatOf(row),
          serialNumber: row.text('sn', 'serial'),
        }
      }),
      fans: fans.length > 0 ? say(fans, 'fanspeed') : null,
      pools: answers.pages
        .filter((each) => each.has('url', 'dragid'))
        .map(({ fields }) => ({
          url: hostOf(textOf(fields.url)),
          isAlive: typeof fields.active === 'boolean' ? fields.active : null,
          accepted: null,
          rejected: null,
        })),
    }
  },
}
