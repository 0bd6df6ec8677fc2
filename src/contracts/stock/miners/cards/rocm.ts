import type { Answers } from '../answers'
import { fieldsOf, type Fields } from '../said'
import { heatOf, measureOf, toldText, type CardProgram } from './program'
import { busOf, cardOf, type CardReading } from './shape'

/** `rocm-smi -a --json`, ROCm 4 to 6: `card0`, `card1` … Version 6 changed the case of the field names. */

const BYTES_OF_MIB = 1024 * 1024

const lower = (card: Fields): Map<string, unknown> =>
  new Map(
    Object.entries(card)
      .slice(0, 400)
      .map(([name, value]) => [name.toLowerCase(), value]),
  )

/** Null for the maker's number ('0x1002') that older versions write. */
const nameOf = (value: unknown): string | null => {
  const text = toldText(value)
  return text === null || /^0x[0-9a-f]{1,8}$/i.test(text) ? null : text
}

/** '1 (16.0GT/s x16)': the speed of the link, by generation, and its width. */
const GENERATIONS: readonly (readonly [speed: string, generation: number])[] = [['2.5', 1], ['5.0', 2], ['8.0', 3], ['16.0', 4], ['32.0', 5]] // prettier-ignore
function linkOf(value: unknown): { generation: number | null; width: number | null } {
  const [, speed, width] = /\(([\d.]{1,5})GT\/s x(\d{1,2})\)/.exec(typeof value === 'string' ? value.slice(0, 60) : '') ?? []
  return { generation: GENERATIONS.find(([each]) => each === speed)?.[1] ?? null, width: width === undefined ? null : Number(width) }
}

function cardFrom(card: Fields, index: number): CardReading {
  const fields = lower(card)
  const of = (...names: string[]): unknown =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && (typeof value === 'number' || toldText(value) !== null))
  const number = (...names: string[]): number | null =>
    names.map((name) => measureOf(fields.get(name))).find((value) => value !== null) ?? null
  const bytes = number('vram total memory (b)')
  const link = linkOf(of('pcie clock level'))
  return cardOf({
    index,
    model:
      nameOf(fields.get('device name')) ??
      nameOf(fields.get('card series')) ??
      nameOf(fields.get('card model')) ??
      nameOf(fields.get('card sku')),
    uuid: toldText(fields.get('unique id')),
    serialNumber: toldText(fields.get('serial number')),
    vbios: toldText(fields.get('vbios version')),
    busId: busOf(toldText(fields.get('pci bus'))),
    memory: bytes === null ? null : Math.round(bytes / BYTES_OF_MIB),
    power: number('average graphics package power (w)', 'current socket graphics package power (w)'),
    powerLimit: number('max graphics package power (w)'),
    // Edge first: older programs do not report junction, which is hotter.
    temperature: heatOf(of('temperature (sensor edge) (c)', 'temperature (sensor junction) (c)')),
    memoryTemperature: heatOf(of('temperature (sensor memory) (c)', 'temperature (sensor hbm 0) (c)')),
    fanPercent: number('fan speed (%)'),
    fanSpeed: number('fan rpm'),
    pcieGeneration: link.generation,
    pcieWidth: link.width,
  })
}

const CARD = /^card\d{1,2}$/

const cardsIn = (fields: Fields): Fields[] =>
  Object.entries(fields)
    .slice(0, 64)
    .map(([name, value]) => (CARD.test(name) ? fieldsOf(value) : null))
    .filter((card) => card !== null)
    .filter((card) => [...lower(card).keys()].some((name) => /vbios|sensor|graphics package|gpu id|device id|gpu use/.test(name)))

export const rocm: CardProgram = {
  name: 'rocm-smi',
  read: (answers: Answers) =>
    answers.documents.flatMap((document) => {
      const fields = fieldsOf(document)
      const cards = fields === null ? [] : cardsIn(fields)
      if (cards.length === 0) return []
      return [{ program: 'rocm-smi', cards: cards.map(cardFrom), driver: toldText(fieldsOf(fields?.system)?.['Driver version']) }]
    }),
}
