import { ReadingError } from '../json'
import { memoryFaultsOf } from './memory-faults'
import { heatOf, isLostText, measureOf, toldText, type RigDraft } from './program'
import { busOf, cardOf, type CardReading } from './shape'

/** `nvidia-smi --query-gpu=… --format=csv`, with its header. Units follow each value, or stand in the header (`nounits`). */

const LONGEST_HEADER = 4000
const MOST_ROWS = 64

/** Column names without their unit: 'memory.total [MiB]' becomes 'memory.total'. */
const namesOf = (header: string): string[] => header.split(',').map((cell) => cell.replace(/\[[^\]]{0,20}\]\s{0,5}$/, '').trim())

const KNOWN =
  /^(?:name|gpu_name|uuid|gpu_uuid|index|serial|gpu_serial|vbios_version|pci\.\w+|gpu_bus_id|temperature\.\w+|memory\.\w+|power\.\w+(?:\.\w+)?|fan\.speed|pstate|driver_version|utilization\.\w+|count|timestamp)$/

const firstLine = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, LONGEST_HEADER)
    .split(/\r?\n/, 1)[0] ?? ''

/** True if the header has the names of nvidia-smi's query fields. */
export function isNvidiaCsv(text: string): boolean {
  const header = firstLine(text)
  if (/[{}<>]/.test(header)) return false
  return namesOf(header).filter((name) => KNOWN.test(name)).length >= Math.min(2, namesOf(header).length)
}

/** A table without a header, whose values cannot be identified. */
export const isHeaderless = (text: string): boolean =>
  !/[{}<>]/.test(firstLine(text)) && /\b(?:NVIDIA|GeForce|GPU-[0-9a-f]{8})\b/.test(firstLine(text)) && firstLine(text).includes(',')

const yes = (value: string | null): boolean | null =>
  value === null ? null : /^yes$|^1$/i.test(value) ? true : /^no$|^0$/i.test(value) ? false : null

function cardFrom(cells: ReadonlyMap<string, string>, index: number): CardReading {
  const of = (...names: string[]): string | undefined => names.map((name) => cells.get(name)).find((cell) => cell !== undefined)
  const number = (...names: string[]) => names.map((name) => measureOf(cells.get(name))).find((value) => value !== null) ?? null
  return cardOf({
    index: number('index') ?? index,
    model: toldText(of('name', 'gpu_name')),
    uuid: toldText(of('uuid', 'gpu_uuid')),
    serialNumber: toldText(of('serial', 'gpu_serial')),
    vbios: toldText(of('vbios_version')),
    busId: busOf(toldText(of('pci.bus_id', 'gpu_bus_id'))),
    memory: number('memory.total'),
    power: number('power.draw', 'power.draw.instant', 'power.draw.average'),
    powerLimit: number('power.limit', 'enforced.power.limit'),
    defaultPowerLimit: number('power.default_limit'),
    temperature: heatOf(of('temperature.gpu')),
    memoryTemperature: heatOf(of('temperature.memory')),
    fanPercent: number('fan.speed'),
    pcieGeneration: number('pcie.link.gen.current', 'pcie.link.gen.gpucurrent'),
    pcieMaxGeneration: number('pcie.link.gen.max', 'pcie.link.gen.gpumax'),
    pcieWidth: number('pcie.link.width.current'),
    pcieMaxWidth: number('pcie.link.width.max'),
    ...memoryFaultsOf({
      remappedUncorrectable: number('remapped_rows.uncorrectable'),
      remapPending: yes(toldText(of('remapped_rows.pending'))),
      remapFailed: yes(toldText(of('remapped_rows.failure'))),
      retiredDoubleBit: number('retired_pages.double_bit.count', 'retired_pages.dbe'),
      retirePending: yes(toldText(of('retired_pages.pending'))),
      uncorrectable: number(
        'ecc.errors.uncorrected.aggregate.dram',
        'ecc.errors.uncorrected.aggregate.device_memory',
        'ecc.errors.uncorrected.aggregate.total',
      ),
      unrepairable: null,
      sramExceeded: null,
    }),
    isLost: [...cells.values()].some(isLostText),
  })
}

/** @throws {ReadingError} for a row that does not fit its header, and for a table without rows */
export function readNvidiaCsv(text: string): RigDraft {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 4000)
    .filter((line) => line.trim() !== '')
  const names = namesOf(lines[0] ?? '')
  const rows = lines.slice(1)
  if (rows.length === 0) throw new ReadingError('This table of nvidia-smi has a header and no card.')
  if (rows.length > MOST_ROWS)
    throw new ReadingError(`This table names ${rows.length} cards or readings: at most ${MOST_ROWS}, each card once.`)
  const cards = rows.map((row, index) => {
    const cells = row.split(',').map((cell) => cell.trim())
    if (cells.length !== names.length)
      throw new ReadingError(`Row ${index + 1} of this table has ${cells.length} values, and its header names ${names.length}.`)
    return cardFrom(new Map(names.map((name, place) => [name, cells[place] ?? ''])), index)
  })
  const known = cards.map(({ uuid, busId }) => uuid ?? busId).filter((key) => key !== null)
  if (new Set(known).size < known.length)
    throw new ReadingError('This table has the same card in several rows, as nvidia-smi writes with --loop. Save one reading.')
  const [, driver] = /^([\d.]{1,20})$/.exec((rows[0] ?? '').split(',')[names.indexOf('driver_version')]?.trim() ?? '') ?? []
  return {
    program: 'nvidia-smi',
    cards,
    expectedCards: measureOf((rows[0] ?? '').split(',')[names.indexOf('count')]),
    driver: driver ?? null,
  }
}
