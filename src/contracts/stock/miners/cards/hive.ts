import type { Answers } from '../answers'
import { fieldsOf, numberOf, rowsOf, textOf, type Fields } from '../said'
import { heatOf, measureOf, toldText, type CardProgram, type RigDraft } from './program'
import { busOf, cardOf } from './shape'

/** HiveOS: `gpu-detect listjson` has a row for each card, `gpu-stats` a list for each figure. */

const isDetected = (row: Fields) => 'busid' in row && 'brand' in row
const isInside = (row: Fields) => /^cpu$/i.test(textOf(row.brand) ?? '')
/** A card that `nvidia-smi` does not list gets an integrated adapter's brand and lspci's name. */
const isLost = (row: Fields) => isInside(row) && /nvidia(?!.*nforce)/i.test(textOf(row.name) ?? '')
const isCard = (row: Fields) => !isInside(row) || isLost(row)
/** 'NVIDIA Corporation GP106 [GeForce GTX 1060 6GB] (rev a1)' → 'GeForce GTX 1060 6GB'. */
const modelOf = (name: string | null) => /\[([^[\]]{1,100})\]/.exec(name ?? '')?.[1] ?? name

const detected = (rows: readonly Fields[]): RigDraft => ({
  program: 'HiveOS gpu-detect',
  cards: rows.filter(isCard).map((row, index) =>
    cardOf({
      index,
      model: modelOf(toldText(row.name)),
      isLost: isLost(row),
      vbios: toldText(row.vbios),
      busId: busOf(toldText(row.busid)),
      // '24268 MiB', '8176 MB' or a bare number.
      memory: measureOf(row.mem),
      powerLimit: null,
      defaultPowerLimit: measureOf(row.plim_def),
      uuid: toldText(row.uuid),
    }),
  ),
})

const LISTS = ['temp', 'fan', 'power', 'busids', 'brand', 'load', 'mtemp', 'jtemp'] as const

/** `brand` 'cpu' marks an integrated adapter, which is skipped. */
function stats(fields: Fields): RigDraft {
  const list = (name: (typeof LISTS)[number]): readonly unknown[] => (Array.isArray(fields[name]) ? fields[name].slice(0, 64) : [])
  const [temps, fans, powers, buses, brands, memory] = [
    list('temp'),
    list('fan'),
    list('power'),
    list('busids'),
    list('brand'),
    list('mtemp'),
  ]
  const many = Math.max(temps.length, buses.length)
  const places = Array.from({ length: many }, (_, place) => place).filter((place) => !/^cpu$/i.test(textOf(brands[place]) ?? ''))
  return {
    program: 'HiveOS gpu-stats',
    cards: places.map((place, index) =>
      cardOf({
        index,
        busId: busOf(textOf(buses[place])),
        temperature: heatOf(temps[place]),
        memoryTemperature: heatOf(memory[place]),
        fanPercent: numberOf(fans[place]),
        // HiveOS writes 0 for an unknown power.
        power: numberOf(powers[place]) === 0 ? null : numberOf(powers[place]),
      }),
    ),
  }
}

export const hive: CardProgram = {
  name: 'HiveOS',
  read: (answers: Answers) =>
    answers.documents.flatMap((document) => {
      const rows = rowsOf(document, 64).filter(isDetected)
      if (rows.length > 0) return [detected(rows)]
      const fields = fieldsOf(document)
      return fields !== null &&
        Array.isArray(fields.temp) &&
        Array.isArray(fields.fan) &&
        ('busids' in fields || 'brand' in fields || 'power' in fields)
        ? [stats(fields)]
        : []
    }),
}
