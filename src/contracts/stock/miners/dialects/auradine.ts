import { changed, first, MEGA, positive, say, textOf, times, warm } from '../said'
import { poolsOf, type Dialect } from './dialect'

/** FluxOS: DEVS counted from 1, fans in `Fan`, serial numbers in `IPReport`, watts in `PSU`. */

export const auradine: Dialect = {
  name: 'Auradine FluxOS',
  recognises: (answers) =>
    /\b(?:fluxos|gcminer)\b/i.test(answers.description) ||
    answers.has('IPReport') ||
    answers.rows('DEVS').some((row) => row.text('Name')?.value === 'ASICBoard'),
  read: (answers) => {
    const summary = answers.row('SUMMARY')
    const report = answers.row('IPReport')
    const fans = answers.rows('Fan')
    const mode = answers.row('Mode')
    const heat = answers.rows('Temperature')
    const serials: readonly unknown[] = Array.isArray(report.fields.HBSerialNo) ? report.fields.HBSerialNo : []
    const devices = answers.rows('DEVS')
    const sleeps = mode.text('Sleep')
    return {
      make: say('Auradine', report.text('model')?.from ?? 'STATUS Description'),
      model: report.text('model'),
      firmware: changed(
        say(/\b(?:FluxOS|GCMiner)-(\S{1,60})/.exec(answers.description)?.[1] ?? null, 'STATUS Description'),
        (text) => `FluxOS ${text}`,
      ),
      serialNumber: report.text('SerialNo', 'ChassisSerialNo'),
      uptime: summary.number('Elapsed'),
      state: changed(sleeps, (text) => (text === 'on' ? 'asleep' : null)),
      hashrate: times(first(summary.number('MHS 5s', 'MHS 1m', 'MHS 5m'), summary.number('MHS av')), MEGA),
      nominalHashrate: null,
      ...(devices.length > 0 && {
        boards: devices.map((device, index) => {
          const slot = device.number('ID', 'DEV')?.value ?? index + 1
          const own = heat.find((row) => row.number('ID')?.value === slot)
          const hottest = (name: string) =>
            first(
              ...(own?.rows(name, 400) ?? [])
                .map((row) => warm(row.number('Temperature')))
                .toSorted((a, b) => (b?.value ?? 0) - (a?.value ?? 0)),
            )
          return {
            slot,
            hashrate: times(device.number('MHS 5s', 'MHS av'), MEGA),
            temperature: first(hottest('BoardTemp'), warm(device.number('Temperature'))),
            chipTemperature: hottest('ChipTemp'),
            serialNumber: say(textOf(serials[slot - 1]), 'IPReport HBSerialNo'),
          }
        }),
      }),
      expectedBoards: answers.row('ASCCount').positive('BoardCount'),
      fans:
        fans.length > 0
          ? say(
              fans.map((fan) => fan.number('Speed')?.value ?? null),
              'Fan Speed',
            )
          : null,
      power: positive(first(answers.row('PSU').number('PowerIn'), answers.row('PSU').number('PowerOut'))),
      powerLimit: positive(mode.number('Power')),
      lowered: changed(mode.text('Mode'), (text) => (/^eco/i.test(text) ? 'Mode eco' : null)),
      pools: poolsOf(answers),
    }
  },
}
