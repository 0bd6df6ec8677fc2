import { changed, first, MEGA, numberOf, positive, say, Source, textOf, times, warm } from '../said'
import { hostOf, type Dialect } from './dialect'

/** Innosilicon (and Dragonmint): pages `getAll` with `chain` and `total_hash`, and `summary` with DEVS and HARDWARE. */

const isAll = (page: Source) => page.has('total_hash', 'chain')
const isSummary = (page: Source) => page.has('DEVS', 'HARDWARE')

export const innosiliconPage: Dialect = {
  name: 'Innosilicon (pages)',
  recognises: (answers) => answers.pages.some((page) => isAll(page) || isSummary(page)),
  read: (answers) => {
    const all = answers.pages.find(isAll) ?? new Source('all', {})
    const version = answers.page('build_date', 'type') ?? answers.page('hwver', 'type') ?? new Source('version', {})
    const chains = all.rows('chain', 16)
    const rows = chains.length > 0 ? chains : answers.rows('DEVS')
    const total = all.inside('total_hash')
    const fan = numberOf(all.fields.fansSpeed)
    return {
      make: say(/^DT\d/.test(rows[0]?.text('Name')?.value ?? '') ? 'Dragonmint' : 'Innosilicon', 'getAll'),
      model: version.text('type'),
      firmware: version.text('build_date', 'rootfs_version'),
      uptime: first(...rows.map((row) => row.number('Device Elapsed', 'Elapsed'))),
      hashrate: first(total.number('Hash Rate H'), times(total.number('Hash Rate'), MEGA)),
      boards: rows.map((row, index) => ({
        slot: (row.number('ASC', 'ID')?.value ?? index) + 1,
        hashrate: first(row.number('Hash Rate H'), times(row.number('MHS 1m', 'MHS 5s', 'Hash Rate', 'MHS av'), MEGA)),
        chips: row.number('Num active chips'),
        temperature: warm(row.number('Temperature', 'Temp')),
        chipTemperature: warm(row.number('Temp max')),
      })),
      // 'fansSpeed' up to 100 is a percentage, not a speed.
      fans: fan !== null && fan > 100 ? say([fan], 'fansSpeed') : null,
      power: positive(all.number('power')),
      pools: answers.rows('POOLS').map(({ fields }) => ({
        url: hostOf(textOf(fields.URL)),
        isAlive: changed(say(textOf(fields.Status), ''), (status) => /alive/i.test(status))?.value ?? null,
        accepted: numberOf(fields.Accepted),
        rejected: numberOf(fields.Rejected),
      })),
    }
  },
}
