import { ReadingError } from '../json'
import { fieldsOf, rowsOf, textOf, type Fields } from '../said'
import { memoryFaultsOf } from './memory-faults'
import { heatOf, isLostText, measureOf, toldText, type RigDraft } from './program'
import { busOf, cardOf, type CardReading } from './shape'

/**
 * `nvidia-smi -q -x`, drivers 470 to 595, as a tree of its elements: `{ nvidia_smi_log: { gpu: [{ '@id': …, product_name: … }] } }`.
 * Since 535 `power_readings` is `gpu_power_readings`, since 545 there are an average and an instant draw; `clocks_throttle_reasons` is
 * `clocks_event_reasons`; thresholds are distances to the limit.
 * @see https://developer.download.nvidia.com/compute/DCGM/docs/nvidia-smi-367.38.pdf
 */

/** Null if a name is missing or holds a text ('N/A' can replace a whole group). */
function at(tree: Fields, ...path: string[]): unknown {
  let place: unknown = tree
  for (const name of path) place = fieldsOf(place)?.[name]
  return place ?? null
}

const yes = (value: unknown): boolean | null => {
  const text = toldText(value)
  return text === null ? null : /^yes$/i.test(text) ? true : /^no$/i.test(text) ? false : null
}

const firstMeasure = (...values: unknown[]): number | null => values.map(measureOf).find((value) => value !== null) ?? null

function memoryOf(gpu: Fields) {
  const rows = (name: string) => at(gpu, 'remapped_rows', name)
  const ecc = (...path: string[]) => at(gpu, 'ecc_errors', 'aggregate', ...path)
  return memoryFaultsOf({
    remappedUncorrectable: measureOf(rows('remapped_row_unc')),
    remapPending: yes(rows('remapped_row_pending')),
    remapFailed: yes(rows('remapped_row_failure')),
    retiredDoubleBit: firstMeasure(at(gpu, 'retired_pages', 'double_bit_retirement', 'retired_count')),
    retirePending: yes(at(gpu, 'retired_pages', 'pending_retirement') ?? at(gpu, 'retired_pages', 'pending_blacklist')),
    uncorrectable: firstMeasure(ecc('dram_uncorrectable'), ecc('double_bit', 'total')),
    unrepairable: yes(at(gpu, 'ecc_errors', 'unrepairable_memory')),
    sramExceeded: yes(ecc('sram_threshold_exceeded')),
  })
}

/** True if the name, an id, the fan or the temperature holds the driver's message about a lost card. */
const isLost = (gpu: Fields): boolean =>
  ['product_name', 'uuid', 'serial', 'fan_speed'].some((name) => isLostText(textOf(gpu[name]) ?? '')) ||
  isLostText(textOf(at(gpu, 'temperature', 'gpu_temp')) ?? '')

function cardFrom(gpu: Fields, index: number): CardReading {
  const power = fieldsOf(gpu.gpu_power_readings) ?? fieldsOf(gpu.power_readings) ?? {}
  const link = (...path: string[]) => measureOf(at(gpu, 'pci', 'pci_gpu_link_info', ...path))
  return cardOf({
    index,
    model: toldText(gpu.product_name),
    uuid: toldText(gpu.uuid),
    serialNumber: toldText(gpu.serial),
    vbios: toldText(gpu.vbios_version),
    busId: busOf(toldText(gpu['@id']) ?? toldText(at(gpu, 'pci', 'pci_bus_id'))),
    memory: measureOf(at(gpu, 'fb_memory_usage', 'total')),
    power: firstMeasure(power.power_draw, power.instant_power_draw, power.average_power_draw),
    powerLimit: firstMeasure(power.current_power_limit, power.enforced_power_limit, power.power_limit, power.requested_power_limit),
    defaultPowerLimit: measureOf(power.default_power_limit),
    temperature: heatOf(at(gpu, 'temperature', 'gpu_temp')),
    memoryTemperature: heatOf(at(gpu, 'temperature', 'memory_temp')),
    fanPercent: measureOf(gpu.fan_speed),
    pcieGeneration: link('pcie_gen', 'current_link_gen'),
    pcieMaxGeneration: link('pcie_gen', 'max_link_gen'),
    pcieWidth: link('link_widths', 'current_link_width'),
    pcieMaxWidth: link('link_widths', 'max_link_width'),
    ...memoryOf(gpu),
    isLost: isLost(gpu),
  })
}

/** @param tree the elements of the file @throws {ReadingError} for any other XML */
export function readNvidia(tree: unknown): RigDraft {
  const log = fieldsOf(fieldsOf(tree)?.nvidia_smi_log)
  if (log === null) throw new ReadingError('This XML is not what nvidia-smi writes. Save the output of: nvidia-smi -q -x')
  const one = fieldsOf(log.gpu)
  const gpus = one === null ? rowsOf(log.gpu, 64) : [one]
  if (gpus.length === 0) throw new ReadingError('nvidia-smi found no graphics card: the file names none.')
  return {
    program: 'nvidia-smi',
    cards: gpus.map(cardFrom),
    expectedCards: measureOf(log.attached_gpus),
    driver: toldText(log.driver_version),
    readAt: null,
  }
}
