import type { Answers } from '../answers'
import type { CardReading, DriveReading } from './shape'

/** What one program says of a rig. */
export interface RigDraft {
  program: string
  cards: CardReading[]
  /** How many cards there should be, where the program counts them itself. */
  expectedCards?: number | null
  drives?: DriveReading[]
  /** H/s of the whole rig. */
  hashrate?: number | null
  uptime?: number | null
  driver?: string | null
  /** Watts. */
  power?: number | null
  readAt?: string | null
}

/** A program whose answers tell of graphics cards. */
export interface CardProgram {
  name: string
  /** All parts of the file that this program wrote, in their order. @throws {ReadingError} */
  read: (answers: Answers) => RigDraft[]
}

/** Texts that stand for nothing said. */
const NOTHING = /^\[?(?:n\/?a|not supported|none|unknown|requested functionality has been deprecated|no limit|redacted)\]?$/i
/** What NVIDIA's driver says of a card that has fallen off the bus. */
const LOST = /gpu is lost|unknown error|err!|insufficient power|requires reset/i

export const isLostText = (text: string): boolean => LOST.test(text)

/** A text that says something; null for 'N/A' and its like. */
export function toldText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().slice(0, 200)
  return text === '' || NOTHING.test(text) || isLostText(text) ? null : text
}

const MEASURE = /^([-+]?\d{1,15}(?:\.\d{1,6})?)\s?(?:[a-z%°/]{1,5}|us)?$/i

/** '24576 MiB', '27.23 W', '16x', '37 C' or a bare number. */
export function measureOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const [, digits] = MEASURE.exec(toldText(value) ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** A card at 0 °C is one that says nothing. */
export const heatOf = (value: unknown): number | null => {
  const degrees = measureOf(value)
  return degrees !== null && degrees > 0 && degrees < 150 ? degrees : null
}
