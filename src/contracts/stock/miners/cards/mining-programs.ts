import type { Answers } from '../answers'
import { unitOf } from '~/contracts/catalogue/hashrate'
import { fieldsOf, numberOf, rowsOf, textOf, type Fields } from '../said'
import { heatOf, toldText, type CardProgram, type RigDraft } from './program'
import { busOf, cardOf } from './shape'

/** Programs that mine on graphics cards. Each has its own field names, none of which contains the unit. */

const positiveOf = (value: unknown): number | null => {
  const number = numberOf(value)
  return number !== null && number > 0 ? number : null
}

const documents = (answers: Answers, is: (fields: Fields) => boolean): Fields[] => answers.pages.map(({ fields }) => fields).filter(is)

/** T-Rex counts in H/s; `vendor` is the maker of the card. */
const trexOf = (fields: Fields): RigDraft => ({
  program: 'T-Rex',
  uptime: numberOf(fields.uptime),
  hashrate: numberOf(fields.hashrate),
  expectedCards: numberOf(fields.gpu_total),
  driver: toldText(fields.driver),
  cards: rowsOf(fields.gpus, 64).map((gpu, index) =>
    cardOf({
      index: numberOf(gpu.device_id) ?? index,
      model: [toldText(gpu.vendor), toldText(gpu.name)].filter((part) => part !== null).join(' ') || null,
      uuid: toldText(gpu.uuid),
      // `pci_bus` is decimal, where a bus id is hexadecimal.
      busId: busOf(
        numberOf(gpu.pci_bus) === null ? null : `${(numberOf(gpu.pci_bus) ?? 0).toString(16)}:${(numberOf(gpu.pci_id) ?? 0).toString(16)}`,
      ),
      hashrate: numberOf(gpu.hashrate),
      temperature: heatOf(gpu.temperature),
      memoryTemperature: heatOf(gpu.memory_temperature),
      fanPercent: numberOf(gpu.fan_speed),
      power: positiveOf(gpu.power),
    }),
  ),
})

/** lolMiner 1.16 and later: `Performance_Unit` gives the unit. Its case does not distinguish mega from milli. */
function lolminerOf(fields: Fields): RigDraft {
  const session = fieldsOf(fields.Session) ?? {}
  const [algorithm = {}] = rowsOf(fields.Algorithms, 4)
  const unit = unitOf(textOf(session.Performance_Unit) ?? textOf(algorithm.Performance_Unit) ?? '') ?? 1
  const factor = numberOf(algorithm.Performance_Factor) ?? unit
  const perWorker: readonly unknown[] = Array.isArray(algorithm.Worker_Performance) ? algorithm.Worker_Performance : []
  const errors: readonly unknown[] = Array.isArray(algorithm.Worker_HWErr) ? algorithm.Worker_HWErr : []
  const newer = rowsOf(fields.Workers, 64)
  const rows = newer.length > 0 ? newer : rowsOf(fields.GPUs, 64)
  const of = (row: Fields, ...names: string[]): unknown => names.map((name) => row[name]).find((value) => value !== undefined)
  const rate = (value: unknown, by: number) => {
    const number = numberOf(value)
    return number === null ? null : number * by
  }
  return {
    program: 'lolMiner',
    uptime: numberOf(session.Uptime),
    expectedCards: numberOf(session.Active_GPUs ?? fields.Num_Workers),
    hashrate: rate(session.Performance_Summary, unit) ?? rate(algorithm.Total_Performance, factor),
    power: positiveOf(session.TotalPower),
    cards: rows.map((row, index) =>
      cardOf({
        index: numberOf(row.Index) ?? index,
        model: toldText(row.Name),
        busId: busOf(toldText(of(row, 'PCIE_Address'))),
        hashrate: rate(row.Performance, unit) ?? rate(perWorker[index], factor),
        hardwareErrors: numberOf(row.Session_HWErr ?? errors[index]),
        temperature: heatOf(of(row, 'Temp (deg C)', 'Core_Temp')),
        memoryTemperature: heatOf(of(row, 'Mem Temp (deg C)', 'Mem_Temp')),
        fanPercent: numberOf(of(row, 'Fan Speed (%)', 'Fan_Speed')),
        power: positiveOf(of(row, 'Consumption (W)', 'Power')),
      }),
    ),
  }
}

/** GMiner counts in H/s or Sol/s; `speed_unit` is only the unit of its screen. */
const gminerOf = (fields: Fields): RigDraft => ({
  program: 'GMiner',
  uptime: numberOf(fields.uptime),
  cards: rowsOf(fields.devices, 64).map((device, index) =>
    cardOf({
      index: numberOf(device.gpu_id) ?? index,
      model: toldText(device.name),
      busId: busOf(toldText(device.bus_id)),
      hashrate: numberOf(device.speed),
      hardwareErrors: numberOf(device.invalid_shares),
      temperature: heatOf(device.temperature),
      memoryTemperature: heatOf(device.memory_temperature),
      fanPercent: numberOf(device.fan),
      power: positiveOf(device.power_usage),
    }),
  ),
})

const nbminerOf = (fields: Fields): RigDraft => {
  const miner = fieldsOf(fields.miner) ?? {}
  return {
    program: 'NBMiner',
    hashrate: numberOf(miner.total_hashrate_raw),
    cards: rowsOf(miner.devices, 64).map((device, index) =>
      cardOf({
        index: numberOf(device.id) ?? index,
        model: toldText(device.info),
        busId: busOf(numberOf(device.pci_bus_id) === null ? null : `${(numberOf(device.pci_bus_id) ?? 0).toString(16)}:0`),
        hashrate: numberOf(device.hashrate_raw ?? device.hashrate),
        hardwareErrors: numberOf(device.invalid_shares),
        temperature: heatOf(device.temperature),
        memoryTemperature: heatOf(device.memTemperature),
        fanPercent: numberOf(device.fan),
        power: positiveOf(device.power),
      }),
    ),
  }
}

const srbminerOf = (fields: Fields): RigDraft => ({
  program: 'SRBMiner',
  uptime: numberOf(fields.mining_time),
  hashrate: numberOf(fields.hashrate_total_now),
  cards: rowsOf(fields.devices ?? fields.gpu_devices, 64)
    .filter((device) => /^gpu/i.test(textOf(device.device) ?? ''))
    .map((device, index) =>
      cardOf({
        index: numberOf(device.id ?? device.device_id) ?? index,
        model: toldText(device.model),
        busId: busOf(numberOf(device.bus_id) === null ? null : `${(numberOf(device.bus_id) ?? 0).toString(16)}:0`),
        hashrate: numberOf(device.hashrate),
        hardwareErrors: numberOf(device.compute_errors),
        temperature: heatOf(device.temperature),
        fanSpeed: numberOf(device.fan_speed_rpm),
        power: positiveOf(device.asic_power),
      }),
    ),
})

/** TeamRedMiner and sgminer by the CGMiner API: `GPU` is a device's number. */
function sgminerOf(answers: Answers): RigDraft[] {
  const rows = answers.rows('DEVS').filter((row) => row.has('GPU'))
  if (rows.length === 0) return []
  const summary = answers.row('SUMMARY')
  const mega = (value: unknown) => {
    const rate = numberOf(value)
    return rate === null ? null : rate * 1e6
  }
  return [
    {
      program: /teamredminer/i.test(answers.description) ? 'TeamRedMiner' : 'sgminer',
      uptime: summary.number('Elapsed')?.value ?? null,
      hashrate: mega(summary.number('MHS 30s', 'MHS 5s', 'MHS av')?.value),
      cards: rows.map(({ fields }, index) =>
        cardOf({
          index: numberOf(fields.GPU) ?? index,
          model: toldText(fields.Model),
          hashrate: mega(fields['MHS 30s'] ?? fields['MHS 5s'] ?? fields['MHS av']),
          hardwareErrors: numberOf(fields['Hardware Errors']),
          temperature: heatOf(fields.Temperature),
          memoryTemperature: heatOf(fields.TemperatureMem),
          fanPercent: numberOf(fields['Fan Percent']),
          fanSpeed: numberOf(fields['Fan Speed']),
          power: positiveOf(fields['GPU Power']),
          isLost: /^(?:dead|sick|nostart)$/i.test(textOf(fields.Status) ?? ''),
        }),
      ),
    },
  ]
}

const each = (is: (fields: Fields) => boolean, read: (fields: Fields) => RigDraft) => (answers: Answers) => documents(answers, is).map(read)

const isLolminer = (fields: Fields) =>
  /^lolminer/i.test(textOf(fields.Software) ?? '') && (Array.isArray(fields.GPUs) || Array.isArray(fields.Workers))
const isGminer = (fields: Fields) =>
  Array.isArray(fields.devices) &&
  (/^gminer/i.test(textOf(fields.miner) ?? '') ||
    rowsOf(fields.devices, 4).some((row) => 'gpu_id' in row && 'bus_id' in row && 'speed' in row))
const isNbminer = (fields: Fields) => Array.isArray(fieldsOf(fields.miner)?.devices) && 'version' in fields

export const miningPrograms: readonly CardProgram[] = [
  { name: 'T-Rex', read: each((fields) => Array.isArray(fields.gpus) && /^t-rex$/i.test(textOf(fields.name) ?? ''), trexOf) },
  { name: 'lolMiner', read: each(isLolminer, lolminerOf) },
  { name: 'GMiner', read: each(isGminer, gminerOf) },
  { name: 'NBMiner', read: each(isNbminer, nbminerOf) },
  {
    name: 'SRBMiner',
    read: each((fields) => 'miner_version' in fields && ('total_devices' in fields || 'gpu_devices' in fields), srbminerOf),
  },
  { name: 'TeamRedMiner', read: sgminerOf },
]
