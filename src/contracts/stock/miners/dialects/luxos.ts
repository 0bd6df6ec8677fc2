import { changed, first, GIGA, MEGA, positive, say, TERA, times, warm, type Source } from '../said'
import { antminerChains } from './antminer-chains'
import { poolsOf, type Dialect } from './dialect'

/** LuxOS: boards in DEVS by connector with serial numbers; the machine's serial number in CONFIG; chips only in STATS. */

const slotOf = (device: Source, place: number) => (device.number('ASC', 'ID')?.value ?? place) + 1

export const luxos: Dialect = {
  name: 'LuxOS',
  recognises: (answers) => /\bluxminer\b/i.test(answers.description) || answers.row('VERSION').has('LUXminer'),
  read: (answers) => {
    const chains = antminerChains.recognises(answers) ? antminerChains.read(answers) : null
    const config = answers.row('CONFIG')
    const summary = answers.row('SUMMARY')
    const devices = answers.rows('DEVS')
    const fans = answers.rows('FANS')
    const version = answers.row('VERSION')
    const model = first(config.text('Model'), version.text('Type'), chains?.model ?? null)
    const step = config.number('ProfileStep')
    const profile = config.text('Profile')?.value
    const boards = devices.map((device, place) => {
      const slot = slotOf(device, place)
      const chain = chains?.boards?.find((each) => each.slot === slot)
      return {
        ...chain,
        slot,
        ...(device.text('Connector') !== null && { place: device.text('Connector')?.value ?? '' }),
        hashrate: times(device.number('MHS 1m', 'MHS 5s', 'MHS av'), MEGA),
        nominalHashrate: times(device.positive('Nominal MHS'), MEGA),
        temperature: first(chain?.temperature ?? null, warm(device.number('Temperature'))),
        serialNumber: device.text('SerialNumber'),
      }
    })
    return {
      ...chains,
      make: changed(model, (text) => (/antminer/i.test(text) ? 'Antminer' : null)),
      model,
      firmware: changed(first(version.text('LUXminer'), chains?.firmware ?? null), (text) => `LuxOS ${text}`),
      serialNumber: config.text('SerialNumber'),
      uptime: first(summary.number('Elapsed'), chains?.uptime ?? null),
      state: changed(config.text('CurtailMode'), (text) => (/sleep|curtail/i.test(text) ? 'asleep' : null)),
      isTuning: config.boolean('IsTuning')?.value === true && devices.some((device) => device.boolean('IsRamping')?.value === true),
      hashrate: first(times(summary.number('GHS 5s', 'GHS 1m'), GIGA), chains?.hashrate ?? null, times(summary.number('GHS av'), GIGA)),
      nominalHashrate: first(times(config.positive('NameplateTHS'), TERA), chains?.nominalHashrate ?? null),
      ...(boards.length > 0 ? { boards } : chains?.boards && { boards: chains.boards }),
      fans:
        fans.length > 0
          ? say(
              fans.map((fan) => fan.number('RPM')?.value ?? null),
              'FANS RPM',
            )
          : (chains?.fans ?? null),
      power: first(positive(answers.row('POWER').number('Watts')), chains?.power ?? null),
      powerLimit: positive(config.number('PowerLimit')),
      lowered: changed(step, (steps) =>
        steps < 0 ? `Profile ${profile ?? ''}, ${-steps} steps below the default`.replace('  ', ' ') : null,
      ),
      pools: poolsOf(answers),
    }
  },
}
