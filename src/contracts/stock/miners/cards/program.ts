import type { Answers } from '../answers'
import type { CardReading, DriveReading } from './shape'

export interface RigDraft {
  program: string
  cards: CardReading[]
  /** Cards that the program expects, if it counts them. */
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

export interface CardProgram {
  name: string
  /** Reads every part of the file that this program wrote, in order. @throws {ReadingError} */
  read: (answers: Answers) => RigDraft[]
}

/** Placeholders for a missing value. */
const NOTHING = /^\[?(?:n\/?a|not supported|none|unknown|requested functionality has been deprecated|no limit|redacted)\]?$/i
/** Messages of NVIDIA's driver for a card that has fallen off the bus. */
const LOST = /gpu is lost|unknown error|err!|insufficient power|requires reset/i

export const isLostText = (text: string): boolean => LOST.test(text)

/** Null for 'N/A' and the like. */
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

/** °C; null for 0, which a card without a sensor reports. */
export const heatOf = (value: unknown): number | null => {
  const degrees = measureOf(value)
  return degrees !== null && degrees > 0 && degrees < 150 ? degrees : null
}
