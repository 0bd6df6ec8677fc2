import { unitOf } from '~/contracts/catalogue/hashrate'
import { changed, first, numberOf, say, Source, textOf, warm, type Maybe } from '../said'
import { hostOf, type Dialect } from './dialect'

/** IceRiver: the page `userpanel`, or answers of its port (`board`, `boardpow`, `fan` …) in `ret`. Rates are texts such as '5160.37G'. */

const isPanel = (page: Source) => page.has('rtpow', 'avgpow') && page.has('runtime')
const isBoards = (page: Source) => page.rows('boards').some((row) => row.has('chipnum') && row.has('rtpow'))

/** '15011G', '15.01T', or a number in the panel's unit. */
function rateOf(said: Maybe<string | number>, unit: string | null): Maybe<number> {
  return changed(said, (value) => {
    const [, digits = '', prefix = ''] = /^([\d.]{1,20})\s?([kmgtp]?)$/i.exec(String(value).trim()) ?? []
    const number = numberOf(digits)
    const factor = unitOf(`${prefix === '' ? (unit ?? '') : prefix}H/s`)
    return number === null || factor === null || (prefix === '' && unit === null) ? null : number * factor
  })
}

const rateIn = (source: Source, name: string, unit: string | null) =>
  rateOf(first<string | number>(source.text(name), source.number(name)), unit)

/** '01:04:29:02': days, hours, minutes, seconds. */
const secondsOf = (text: string): number | null => {
  const parts = text.split(':').map(numberOf)
  const [days = null, hours = null, minutes = null, seconds = null] = parts
  return parts.length !== 4 || days === null || hours === null || minutes === null || seconds === null
    ? null
    : ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** From the program's name, 'ICM168_3_2_10_ks5L_miner': the page has no model. */
const modelOf = (page: Source, info: Source): Maybe<string> => {
  const said = page.text('model')
  if (said !== null && !/^none$/i.test(said.value)) return said
  return changed(first(page.text('softver1'), info.text('softver1')), (text) => {
    const [, model] = /_((?:ks|al|ae|x)\d[a-z]{0,2})_/i.exec(text.slice(0, 100)) ?? []
    return model === undefined ? null : `IceRiver ${model.slice(0, 3).toUpperCase()}${model.slice(3)}`
  })
}

export const iceriver: Dialect = {
  name: 'IceRiver',
  recognises: (answers) => answers.pages.some((page) => isPanel(page) || isBoards(page)),
  read: (answers) => {
    const panel = answers.pages.find(isPanel) ?? new Source('userpanel', {})
    const boards = answers.pages.find(isBoards)?.rows('boards', 16) ?? []
    const info = answers.page('softver1') ?? panel
    const fans = answers.pages.find((page) => Array.isArray(page.fields.fans) && !page.has('hashboards'))
    const unit = panel.text('unit')?.value ?? null
    const listed: readonly unknown[] = Array.isArray(fans?.fields.fans) ? fans.fields.fans : []
    const speeds = listed.slice(0, 16).map(numberOf)
    const powered = panel.boolean('powstate')
    return {
      make: say('IceRiver', 'userpanel rtpow'),
      model: modelOf(panel, info),
      firmware: info.text('softver1', 'firmver2'),
      uptime: changed(panel.text('runtime'), secondsOf),
      state: powered?.value === false ? say('stopped' as const, powered.from) : null,
      hashrate: rateIn(panel, 'rtpow', unit),
      ...(boards.length > 0 && {
        boards: boards.map((board, index) => ({
          slot: board.number('no')?.value ?? index + 1,
          hashrate: rateIn(board, 'rtpow', unit),
          nominalHashrate: changed(rateIn(board, 'idealpow', unit), (rate) => (rate > 0 ? rate : null)),
          // `chipsuc` and the list `false` do not change while chips hash, so they are not read.
          chips: board.number('chipnum'),
          temperature: warm(board.number('intmp')),
          chipTemperature: first(warm(board.number('outtmp')), board.hottest('pcbtemp')),
        })),
      }),
      fans: speeds.some((speed) => speed !== null) ? say(speeds, 'userpanel fans') : null,
      pools: answers.pages
        .flatMap((page) => page.rows('pools', 16))
        .filter(({ fields }) => textOf(fields.addr) !== null)
        .map(({ fields }) => ({
          url: hostOf(textOf(fields.addr)),
          isAlive: numberOf(fields.state) === null ? null : numberOf(fields.state) === 1,
          accepted: numberOf(fields.accepted),
          rejected: numberOf(fields.rejected),
        })),
    }
  },
}
