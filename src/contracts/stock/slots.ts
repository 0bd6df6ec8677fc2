import type { PartKind } from './part-types'

/** The places of parts in a machine. Boards are stored counted from 0, as their firmware does, and shown from 1; fans are counted from 1. */

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

/** The slots of a machine for parts of a kind. @param boards as its model says; null: not known */
export const slotsFor = (kind: PartKind, boards: number | null): string[] =>
  Array.from({ length: numbersOf(boards)[kind] }, (_, place) => names[kind](place))

/** All slots of a machine. */
export const slotsOf = (boards: number | null): string[] =>
  (['hashboard', 'control_board', 'psu', 'fan', 'other'] as const).flatMap((kind) => slotsFor(kind, boards))

/** A slot that nobody has said begins so. */
export const UNSAID = 'not scanned'

/** Of a part that was used for a repair, while nobody has said where in the machine it is. Each part has its own, so that they fit in beside each other. */
export const unsaidSlot = (partNumber: string): string => `${UNSAID} ${partNumber}`.slice(0, 100)

export const isUnsaid = (slot: string): boolean => slot.startsWith(UNSAID)

/** 'Board 1' of the stored 'board 0'; 'Slot not said' where nobody has said it. */
export const slotLabel = (slot: string): string => {
  if (isUnsaid(slot)) return 'Slot not said'
  if (slot === 'psu') return 'PSU'
  const board = /^board (\d{1,4})$/i.exec(slot)?.[1]
  if (board !== undefined) return `Board ${Number(board) + 1}`
  return slot.replace(/^./, (letter) => letter.toUpperCase())
}
