import * as z from 'zod'
import { explanation } from './deductions'

export const checkResults = ['ok', 'fault', 'not_checked'] as const
export type CheckResult = (typeof checkResults)[number]
export const checkResultLabels: Record<CheckResult, string> = { ok: 'OK', fault: 'Fault', not_checked: 'Not checked' }

export const checkItems = [
  'powers_on',
  'hashrate',
  'boards',
  'cards',
  'parts',
  'fans',
  'power_supply',
  'corrosion',
  'noise',
  'firmware_lock',
] as const
export type CheckItem = (typeof checkItems)[number]
export const checkItemLabels: Record<CheckItem, string> = {
  powers_on: 'Powers on',
  hashrate: 'Hashrate against the name plate',
  boards: 'Boards and chips present',
  cards: 'Graphics cards present',
  parts: 'Complete, with all its parts',
  fans: 'Fans',
  power_supply: 'Power supply',
  corrosion: 'Corrosion',
  noise: 'Noise',
  firmware_lock: 'Firmware lock',
}

/** Maps words in reasons for deductions, which administrators write, to items of the checklist. */
const reasonWords: readonly (readonly [RegExp, CheckItem])[] = [
  [/power supply|psu/i, 'power_supply'],
  [/\bfans?\b/i, 'fans'],
  [/hash ?boards?|chips?/i, 'boards'],
  [/graphics|gpu|\bcards?\b/i, 'cards'],
  [/corro|damp|salt/i, 'corrosion'],
  [/firmware|lock/i, 'firmware_lock'],
  [/noise|loud/i, 'noise'],
  [/hash ?rate/i, 'hashrate'],
  [/control board|start/i, 'powers_on'],
  [/missing|parts?|case/i, 'parts'],
]

/** Null if the words name no item. */
export const checkItemOfReason = (label: string): CheckItem | null =>
  reasonWords.find(([words]) => words.test(label.slice(0, 300)))?.[1] ?? null

const miner: readonly CheckItem[] = ['powers_on', 'hashrate', 'boards', 'fans', 'power_supply', 'corrosion', 'noise', 'firmware_lock']
const rig: readonly CheckItem[] = ['powers_on', 'hashrate', 'cards', 'fans', 'power_supply', 'corrosion', 'noise']
const other: readonly CheckItem[] = ['powers_on', 'parts', 'power_supply', 'corrosion', 'noise']

/** Categories are free text. An unknown machine counts as an ASIC miner, which most are. */
export function checklistOf(category: string | null): readonly CheckItem[] {
  if (category === null || category.trim() === '' || /asic|miner/i.test(category)) return miner
  return /gpu|graphics|rig/i.test(category) ? rig : other
}

/** Customers read the note with the offer. */
const checkShape = { item: z.enum(checkItems), result: z.enum(checkResults), note: explanation.default('') }
export type Check = z.output<z.ZodObject<typeof checkShape>>

export const checkInput = z.object({
  ...checkShape,
  /** For staff; left out it stays. */
  internalNote: explanation.optional(),
})
export type DeskCheck = z.output<typeof checkInput>
