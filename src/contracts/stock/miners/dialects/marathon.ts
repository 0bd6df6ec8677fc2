import { changed, first, GIGA, numberOf, positive, say, Source, TERA, times, warm } from '../said'
import { stateOfText } from './antminer-parts'
import type { Dialect } from './dialect'

/** Marathon: `/kaonsu/v1/brief`, `overview`, `hashboards` and `fans`; TH/s for the machine, GH/s for a board. */

const isBrief = (page: Source) => page.has('hashrate_realtime', 'power_consumption_estimated')
const isBoards = (page: Source) => page.rows('hashboards').some((row) => row.has('asic_num', 'hashrate_average'))

export const marathon: Dialect = {
  name: 'Marathon firmware',
  recognises: (answers) => answers.pages.some((page) => isBrief(page) || isBoards(page)),
  read: (answers) => {
    const brief = answers.pages.find(isBrief) ?? new Source('brief', {})
    const overview = answers.page('version_firmware') ?? new Source('overview', {})
    const boards = answers.pages.find(isBoards)?.rows('hashboards', 16) ?? []
    const fans = answers.pages.find((page) => page.rows('fans').some((fan) => fan.has('current_speed')))
    const state = stateOfText(brief.text('status'))
    return {
      make: changed(overview.text('model'), (text) => (/antminer/i.test(text) ? 'Antminer' : null)),
      model: overview.text('model'),
      firmware: overview.text('version_firmware'),
      serialNumber: overview.text('serial_number'),
      uptime: brief.number('elapsed'),
      state: state?.value === 'hashing' ? null : state,
      hashrate: times(brief.number('hashrate_realtime', 'hashrate_average'), TERA),
      nominalHashrate: times(brief.positive('hashrate_ideal'), TERA),
      ...(boards.length > 0 && {
        boards: boards.map((board, index) => ({
          slot: (board.number('index')?.value ?? index) + 1,
          hashrate: times(board.number('hashrate_average'), GIGA),
          nominalHashrate: times(board.positive('hashrate_ideal'), GIGA),
          chips: board.number('asic_num'),
          temperature: board.hottest('temperature_pcb'),
          chipTemperature: board.hottest('temperature_chip', 'temperature_raw'),
          serialNumber: board.text('serial_number'),
        })),
      }),
      fans: fans
        ? say(
            fans.rows('fans', 16).map(({ fields }) => numberOf(fields.current_speed)),
            'fans current_speed',
          )
        : null,
      power: positive(brief.number('power_consumption_estimated')),
      environmentTemperature: warm(first(brief.number('temperature_ambient'), null)),
    }
  },
}
