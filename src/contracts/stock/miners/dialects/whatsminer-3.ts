import type { Answers } from '../answers'
import { ReadingError } from '../json'
import { changed, first, numberOf, say, Source, TERA, textOf, times, warm, type Maybe } from '../said'
import type { MachineFault, MachineState } from '../shape'
import { whatsminerFault } from '../whatsminer-codes'
import { hostOf, type Dialect } from './dialect'

/** Whatsminer API 3, in firmware since the end of 2024: code, desc and msg; hyphenated names; TH/s. */

const none = (name: string) => new Source(name, {})

/** Each code is the name of a field that holds its time: `{"264": "2026-05-23 09:19:10", "reason": "Power xfer error."}`. */
function faultsOf(answers: Answers): MachineFault[] {
  return answers.pages
    .flatMap((page) => page.rows('error-code', 64))
    .flatMap(({ fields }) => {
      const reason = textOf(fields.reason)
      const listed = Object.keys(fields).slice(0, 8).map(numberOf)
      return [...listed, numberOf(fields.code)].flatMap((code) => (code === null ? [] : whatsminerFault(code, reason)))
    })
}

/** In a refusal `msg` is a text: `{"code": -1, "msg": "invalid command", "desc": "get.miner.status"}`. */
const refusalOf = (answers: Answers): string | null =>
  answers.pages.flatMap((page) => {
    const code = page.number('code')?.value ?? 0
    return page.has('desc', 'when') && code !== 0 ? (page.text('msg')?.value ?? `code ${code}`) : []
  })[0] ?? null

export const whatsminer3: Dialect = {
  name: 'Whatsminer API 3',
  recognises: (answers) =>
    answers.pages.some((page) => page.has('code', 'desc', 'msg') && /^(?:get|set)\./.test(page.text('desc')?.value ?? '')),
  read: (answers) => {
    const summary = answers.page('hash-average', 'elapsed') ?? none('summary')
    const miner = answers.page('miner-sn') ?? answers.page('hash-board', 'type') ?? none('miner')
    const system = answers.page('fwversion') ?? none('system')
    const device = answers.pages.find((page) => page.has('miner', 'system'))
    const boards = answers.pages.flatMap((page) => page.rows('edevs', 16))
    if (boards.length === 0 && !summary.has('elapsed') && !miner.has('type')) {
      const refused = refusalOf(answers)
      if (refused !== null) throw new ReadingError(`The miner refused to answer: ${refused.slice(0, 100)}.`)
      throw new ReadingError('These answers of a Whatsminer say nothing of its boards: ask it for get.miner.status with summary and edevs.')
    }
    const temperatures: readonly unknown[] = Array.isArray(summary.fields['board-temperature']) ? summary.fields['board-temperature'] : []
    const fans = ['fan-speed-in', 'fan-speed-out'].map((name) => summary.number(name))
    const working = miner.boolean('working')
    const state: Maybe<MachineState> = working?.value === false ? say('stopped' as const, working.from) : null
    const faults = faultsOf(answers)
    const finished = summary.number('up-freq-finish')?.value
    const mode = first(miner.text('power-mode'), summary.text('power-mode'))
    return {
      make: say('Whatsminer', miner.name),
      model: miner.text('type'),
      firmware: system.text('fwversion'),
      serialNumber: miner.text('miner-sn'),
      uptime: summary.number('elapsed'),
      state,
      isTuning: finished === 0,
      hashrate: times(summary.number('hash-1min', 'hash-realtime', 'hash-15min', 'hash-average'), TERA),
      nominalHashrate: times(summary.positive('factory-hash'), TERA),
      ...(boards.length > 0 && {
        boards: boards.map((board, index) => {
          const place = board.number('slot', 'id')?.value ?? index
          const pcb = numberOf(temperatures[place])
          return {
            slot: place + 1,
            hashrate: times(board.number('hash-realtime', 'hash-average'), TERA),
            nominalHashrate: times(board.positive('factory-hash'), TERA),
            chips: board.number('effective-chips'),
            temperature: warm(say(pcb, 'summary board-temperature')),
            chipTemperature: warm(board.number('chip-temp-max', 'chip-temp-avg')),
            serialNumber: first(miner.text(`pcbsn${place}`), board.text('pcb-sn')),
          }
        }),
      }),
      expectedBoards: miner.positive('board-num'),
      fans: fans.some((fan) => fan !== null)
        ? say(
            fans.map((fan) => fan?.value ?? null),
            'summary fan-speed-in, fan-speed-out',
          )
        : null,
      isLiquidCooled: changed(first(miner.text('cointype-cooling', 'heat-mode'), device?.text('cooling') ?? null), (text) =>
        /liquid|water|oil/i.test(text) ? true : null,
      ),
      power: summary.positive('power-realtime', 'power-5min'),
      powerLimit: summary.positive('power-limit'),
      lowered: changed(mode, (text) => (/^low$/i.test(text) ? 'Power mode Low' : null)),
      environmentTemperature: warm(summary.number('environment-temperature')),
      errors: faults.map(({ code }) => `Error ${code ?? ''}`.trim()),
      faults,
      pools: answers.pages
        .flatMap((page) => page.rows('pools', 16))
        .map(({ fields }) => ({
          url: hostOf(textOf(fields.url)),
          isAlive: textOf(fields.status) === null ? null : /alive/i.test(textOf(fields.status) ?? ''),
          accepted: numberOf(fields['accepted-share'] ?? fields.accepted),
          rejected: numberOf(fields['rejected-share'] ?? fields.rejected),
        })),
    }
  },
}
