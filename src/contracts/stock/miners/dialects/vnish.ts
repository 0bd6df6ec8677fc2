import type { BoardDraft } from '../draft'
import { factsOf } from '../models'
import { changed, first, GIGA, numberOf, say, Source, sumOf, textOf, times, unitSaid, warm, type Maybe } from '../said'
import { stateOfText } from './antminer-parts'
import { hostOf, type Dialect } from './dialect'

/** VNish REST API since 1.0: `miner` of `/api/v1/summary`, with `/info` and `/chains` if the file has them. */

const isSummary = (page: Source) => page.has('miner_status') && (page.has('chains') || page.has('miner_type'))

/** Red chips do not work; all other colours do. */
function chipsOf(chain: Source): { chips: Maybe<number>; all: Maybe<number> } {
  const colours = chain.inside('chip_statuses')
  const counts = ['red', 'orange', 'grey'].map((name) => numberOf(colours.fields[name]))
  const all = sumOf(counts)
  if (all !== null) return { chips: say(all - (counts[0] ?? 0), colours.name), all: say(all, colours.name) }
  const listed = chain.rows('chips', 400)
  const well = listed.filter((chip) => (chip.number('hr')?.value ?? 0) > 0).length
  return listed.length === 0 ? { chips: null, all: null } : { chips: say(well, 'chains chips'), all: say(listed.length, 'chains chips') }
}

export const vnish: Dialect = {
  name: 'VNish (REST)',
  recognises: (answers) => answers.pages.some(isSummary),
  read: (answers) => {
    const miner = answers.pages.find(isSummary) ?? new Source('miner', {})
    const info = answers.pages.find((page) => page.has('fw_version')) ?? new Source('info', {})
    const status = miner.inside('miner_status')
    const model = changed(first(info.text('model', 'miner_model'), miner.text('miner_type')), (text) =>
      text.replace(/\s{0,2}\(vnish[^)]{0,40}\)/i, ''),
    )
    const [, version = null] = /\(vnish ([^)]{1,40})\)/i.exec(miner.text('miner_type')?.value ?? '') ?? []
    const unit = first(unitSaid(info.text('hr_measure')), say(factsOf(null, model?.value ?? null).ghs ?? null, 'model'))?.value ?? GIGA
    const state = stateOfText(status.text('miner_state'))
    const isHashing = state === null || state.value === 'hashing'
    // /summary and /chains both list a chain, with different fields.
    const chains = answers.pages.flatMap((page) => page.rows('chains', 16)).filter((chain) => chain.has('id'))
    const ids = [...new Set(chains.map((chain) => chain.number('id')?.value ?? 0))]
    const offset = ids.includes(0) ? 1 : 0
    const cooling = miner.inside('cooling')
    const fans = cooling.rows('fans', 16)
    const isImmersed = /immers|hydro|liquid/i.test(cooling.inside('settings').inside('mode').text('name')?.value ?? '')
    const nominal = chains.some((chain) => chain.has('hashrate_ideal')) ? null : miner.positive('hr_nominal', 'hr_stock')
    return {
      make: changed(model, (text) => (/antminer/i.test(text) ? 'Antminer' : null)),
      model,
      firmware: changed(first(info.text('fw_version'), say(version, 'miner_type')), (text) => `VNish ${text}`),
      serialNumber: info.text('serial'),
      uptime: first(status.number('miner_state_time'), null),
      state: isHashing ? null : state,
      hashrate: times(
        first(miner.number('hr_realtime', 'instant_hashrate'), isHashing ? miner.number('hr_average', 'average_hashrate') : null),
        unit,
      ),
      nominalHashrate: times(first(info.positive('hr_stock'), miner.positive('hr_stock'), nominal), unit),
      ...(ids.length > 0 && {
        boards: ids.map((id): BoardDraft => {
          const own = chains.filter((chain) => chain.number('id')?.value === id)
          const chain = new Source('chains', Object.fromEntries(own.toReversed().flatMap(({ fields }) => Object.entries(fields))))
          const { chips, all } = chipsOf(chain)
          const count = isHashing ? chips : all
          return {
            slot: id + offset,
            hashrate: times(chain.number('hashrate_rt', 'hr_realtime'), unit),
            nominalHashrate: times(chain.positive('hashrate_ideal', 'hr_nominal'), unit),
            chips: count,
            expectedChips: all,
            temperature: warm(chain.inside('pcb_temp').number('max')),
            chipTemperature: warm(chain.inside('chip_temp').number('max')),
            serialNumber: chain.text('serial'),
            power: chain.positive('power_consumption'),
          }
        }),
      }),
      fans:
        fans.length === 0 || isImmersed
          ? null
          : say(
              fans.map((fan) => fan.number('rpm')?.value ?? null),
              'cooling fans',
            ),
      isLiquidCooled: isImmersed ? say(true, 'cooling settings mode') : null,
      // `power_usage` of older versions is an efficiency (J/TH) and is not read.
      power: miner.positive('power_consumption'),
      errors: chains.flatMap((chain) => {
        const said = chain.inside('status')
        return /fail|error/i.test(said.text('state')?.value ?? '')
          ? [`Board ${(chain.number('id')?.value ?? 0) + offset}: ${said.text('description', 'state')?.value ?? 'failure'}`]
          : []
      }),
      pools: miner.rows('pools', 16).map(({ fields }) => ({
        url: hostOf(textOf(fields.url)),
        isAlive: textOf(fields.status) === null ? null : /work|activ|alive/i.test(textOf(fields.status) ?? ''),
        accepted: numberOf(fields.accepted),
        rejected: numberOf(fields.rejected),
      })),
    }
  },
}
