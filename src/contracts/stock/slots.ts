import type { PartKind } from './part-types'

/** Slots for parts in a machine. Boards are stored from 0, as firmware counts, and shown from 1; fans count from 1. */

const USUAL_BOARDS = 3
const MOST_BOARDS = 16
const FANS = 4
const OTHERS = 4

const names: Record<PartKind, (place: number) => string> = {
  hashboard: (place) => `board ${place}`,
  control_board: () => 'control',
  psu: () => 'psu',
  fan: (place) => `fan ${place + 1}`,
  other: (place) => `other ${place + 1}`,
}

const numbersOf = (boards: number | null): Record<PartKind, number> => ({
  hashboard: boards === null || boards < 1 ? USUAL_BOARDS : Math.min(boards, MOST_BOARDS),
  control_board: 1,
  psu: 1,
  fan: FANS,
  other: OTHERS,
})

export const slotsFor = (kind: PartKind, boards: number | null): string[] =>
  Array.from({ length: numbersOf(boards)[kind] }, (_, place) => names[kind](place))

export const slotsOf = (boards: number | null): string[] =>
  (['hashboard', 'control_board', 'psu', 'fan', 'other'] as const).flatMap((kind) => slotsFor(kind, boards))

/** Prefix of an unknown slot. */
export const UNSAID = 'not scanned'

/** For a part used in a repair until its slot is known. Unique by part, so that several fit. */
export const unsaidSlot = (partNumber: string): string => `${UNSAID} ${partNumber}`.slice(0, 100)

export const isUnsaid = (slot: string): boolean => slot.startsWith(UNSAID)

/** 'board 0' → 'Board 1'; 'Slot not said' for an unknown slot. */
export const slotLabel = (slot: string): string => {
  if (isUnsaid(slot)) return 'Slot not said'
  if (slot === 'psu') return 'PSU'
  const board = /^board (\d{1,4})$/i.exec(slot)?.[1]
  if (board !== undefined) return `Board ${Number(board) + 1}`
  return slot.replace(/^./, (letter) => letter.toUpperCase())
}
