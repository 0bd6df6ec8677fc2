import { changed, first, GIGA, numberOf, positive, say, Source, TERA, times, warm } from '../said'
import { stateOfText } from './antminer-parts'
import type { Dialect } from './dialect'

/** ProtoOS: pages `mining-status`, `hardware-info`, `system-info`, `cooling-status`, and telemetry with a unit for each figure. */

const isTelemetry = (page: Source) => page.rows('hashboards').some((row) => row.inside('hashrate').has('unit', 'value'))

export const proto: Dialect = {
  name: 'ProtoOS',
  recognises: (answers) =>
    answers.pages.some((page) => page.has('mining-status') || page.has('hardware-info') || (isTelemetry(page) && page.has('miner'))),
  read: (answers) => {
    const inside = (name: string) => answers.page(name)?.inside(name) ?? new Source(name, {})
    const [mining, hardware, system, cooling] = ['mining-status', 'hardware-info', 'system-info', 'cooling-status'].map(inside)
    const telemetry = answers.pages.find(isTelemetry)
    const measured = telemetry?.rows('hashboards', 32) ?? []
    const built = hardware?.rows('hashboards-info', 32) ?? []
    const fans = cooling?.rows('fans', 32) ?? []
    const state = stateOfText(mining?.text('status') ?? null)
    const rows = built.length > 0 ? built : measured
    const terahashes = (row: Source) => (/^TH/i.test(row.text('unit')?.value ?? '') ? times(row.number('value'), TERA) : null)
    return {
      make: system?.text('manufacturer') ?? say('Proto', 'mining-status'),
      model: system?.text('product_name', 'model') ?? null,
      firmware: changed(system?.inside('os').text('version') ?? null, (text) => `ProtoOS ${text}`),
      serialNumber: first(hardware?.inside('cb-info').text('serial_number') ?? null, system?.text('cb_sn') ?? null),
      uptime: mining?.number('mining_uptime_s') ?? null,
      state: state?.value === 'hashing' ? null : state,
      hashrate: first(
        times(mining?.number('hashrate_ghs') ?? null, GIGA),
        telemetry ? terahashes(telemetry.inside('miner').inside('hashrate')) : null,
      ),
      nominalHashrate: times(mining?.positive('ideal_hashrate_ghs') ?? null, GIGA),
      ...(rows.length > 0 && {
        boards: rows.map((row, index) => {
          const serial = row.text('hb_sn', 'serial_number')
          const own = measured.find((each) => each.text('serial_number')?.value === serial?.value) ?? new Source('telemetry', {})
          return {
            slot: row.number('slot')?.value ?? (row.number('index')?.value ?? index) + 1,
            hashrate: terahashes(own.inside('hashrate')),
            chips: row.number('mining_asic_count'),
            temperature: warm(own.inside('temperature').number('outlet', 'average')),
            serialNumber: serial,
          }
        }),
      }),
      expectedBoards: positive(mining?.number('hashboards_installed') ?? null),
      fans:
        fans.length > 0
          ? say(
              fans.map(({ fields }) => numberOf(fields.rpm)),
              'cooling-status fans',
            )
          : null,
      power: positive(mining?.number('power_usage_watts') ?? null),
      powerLimit: positive(mining?.number('power_target_watts') ?? null),
    }
  },
}
