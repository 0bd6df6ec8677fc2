import type { BoardDraft } from '../draft'
import { whatsminerFault } from '../whatsminer-codes'
import { changed, first, GIGA, MEGA, numberOf, say, times, warm, type Fields, type Maybe, type Source } from '../said'
import type { MachineState } from '../shape'
import type { Answers } from '../answers'
import { poolsOf, type Dialect } from './dialect'

/** BTMiner, API 1 and 2: CGMiner's names, and further fields in SUMMARY. */

const plain = (text: string): string => text.replaceAll("'", '').trim()

/** `Error Code 0` … in SUMMARY, or field names in `get_error_code`: `{"error_code": [{"206": "2021-…"}]}`. */
function codesOf(answers: Answers): number[] {
  const { fields } = answers.row('SUMMARY')
  const many = Math.min(32, numberOf(fields['Error Code Count']) ?? 0)
  const counted = Array.from({ length: many }, (_, index) => numberOf(fields[`Error Code ${index}`])).filter((code) => code !== null)
  const listed = answers.pages.flatMap((page) => page.rows('error_code', 32)).flatMap(({ fields: row }) => Object.keys(row).slice(0, 4))
  return [...new Set([...counted, ...listed.map(numberOf)])]
    .filter((code) => code !== null && Number.isInteger(code) && code > 0)
    .map(Number)
}

/** `status` answers with `btmineroff`, a boolean or a text; newer firmware with `mineroff`. */
function stateOf(answers: Answers): Maybe<MachineState> {
  for (const page of answers.pages) {
    const off = page.boolean('btmineroff', 'mineroff')
    if (off?.value) return say('stopped' as const, off.from)
  }
  return null
}

const board = (device: Source, place: number, { firmwareSerials }: { firmwareSerials: Fields }): BoardDraft => {
  const slot = device.number('Slot', 'ASC', 'ID')?.value ?? place
  return {
    slot: slot + 1,
    hashrate: times(device.number('MHS 1m', 'MHS 5s', 'MHS av'), MEGA),
    nominalHashrate: times(device.positive('Factory GHS'), GIGA),
    chips: device.number('Effective Chips'),
    temperature: warm(device.number('Temperature')),
    chipTemperature: warm(device.number('Chip Temp Max', 'Chip Temp Avg')),
    serialNumber:
      device.text('PCB SN') ??
      say(typeof firmwareSerials[`pcbsn${slot}`] === 'string' ? String(firmwareSerials[`pcbsn${slot}`]) : null, 'pcbsn'),
  }
}

/** API 1 does not mention BTMiner; these fields and its count of error codes identify it. */
const ownSummary = ['Fan Speed In', 'Fan Speed Out'] as const

export const whatsminer: Dialect = {
  name: 'Whatsminer',
  recognises: (answers) =>
    answers.row('SUMMARY').has(...ownSummary) ||
    answers.rows('DEVS').some((device) => device.has('Effective Chips') || device.has('PCB SN', 'Chip Frequency')) ||
    /btminer|whatsminer/i.test(answers.description) ||
    answers.page('btmineroff') !== null ||
    answers.page('miner_type', 'chip_type', 'minersn') !== null,
  read: (answers) => {
    const summary = answers.row('SUMMARY')
    const details = answers.row('DEVDETAILS')
    const info = answers.page('minersn') ?? answers.page('pcbsn0')
    const version = answers.page('fw_ver')
    const devices = answers.rows('DEVS')
    const codes = codesOf(answers)
    const fans = ownSummary.map((name) => summary.number(name))
    const model = first(
      details.text('Model'),
      info?.text('miner_type', 'type') ?? null,
      version?.text('miner_type') ?? null,
      answers.row('VERSION').text('Type', 'Miner'),
    )
    const status = answers.page('power_mode')
    const mode = first(summary.text('Power Mode'), status?.text('power_mode') ?? null)
    const percent = status?.number('hash_percent') ?? null
    return {
      make: say('Whatsminer', model?.from ?? 'SUMMARY Fan Speed In'),
      model,
      firmware: changed(first(summary.text('Firmware Version'), version?.text('fw_ver') ?? null), plain),
      serialNumber: info?.text('minersn') ?? null,
      uptime: summary.number('Elapsed', 'Uptime'),
      state: stateOf(answers),
      isTuning: summary.boolean('Hash Stable')?.value === false || devices.some((device) => device.number('Upfreq Complete')?.value === 0),
      hashrate: times(summary.number('MHS 1m', 'MHS 5s', 'MHS 5m', 'MHS 15m', 'MHS av'), MEGA),
      nominalHashrate: times(summary.positive('Factory GHS'), GIGA),
      ...(devices.length > 0 && { boards: devices.map((device, place) => board(device, place, { firmwareSerials: info?.fields ?? {} })) }),
      fans: fans.some((fan) => fan !== null)
        ? say(
            fans.map((fan) => fan?.value ?? null),
            'SUMMARY Fan Speed In, Fan Speed Out',
          )
        : null,
      isLiquidCooled: changed(summary.boolean('Liquid Cooling'), (is) => (is ? true : null)),
      power: summary.positive('Power', 'Power_RT'),
      powerLimit: summary.positive('Power Limit'),
      lowered: first(
        changed(mode, (text) => (/^low$/i.test(text) ? 'Power mode Low' : null)),
        changed(percent, (change) => (change < 0 ? `Hashrate set to ${100 + change}%` : null)),
      ),
      environmentTemperature: warm(summary.number('Env Temp')),
      errors: codes.map((code) => `Error ${code}`),
      faults: codes.map((code) => whatsminerFault(code)),
      pools: poolsOf(answers),
    }
  },
}
