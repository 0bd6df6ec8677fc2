import type { BoardVerdict } from '~/contracts/stock/boards'

interface SeenBoard {
  readingId: string
  slot: number
  key: string | null
  verdict: BoardVerdict
  answer: string | null
  at: Date
}

interface InstalledBoard {
  key: string | null
  at: Date
  removedAt: Date | null
}

export interface BoardHistory {
  seen: readonly SeenBoard[]
  installed: readonly InstalledBoard[]
}

interface ReadBoard {
  slot: number
  key: string | null
}

/** A misread board, or a foreign one without an answer, is not the machine's. */
const counts = ({ key, verdict, answer }: SeenBoard) =>
  key !== null && verdict !== 'not_read' && (verdict !== 'foreign' || answer === 'swapped before us')

/** By key: the slot of the last reading, null if not read since it was installed. */
class BoardRecord {
  readonly inside = new Map<string, number | null>()
  readonly slots = new Set<number>()

  read(boards: readonly { slot: number; key: string }[]): void {
    const here = new Set(boards.map(({ key }) => key))
    for (const { slot, key } of boards) {
      const isNew = (this.inside.get(key) ?? null) === null
      // A new board replaces the one in its slot; boards that only changed places are all still in.
      if (isNew) for (const [other, place] of this.inside) if (place === slot && !here.has(other)) this.inside.delete(other)
      this.inside.set(key, slot)
      this.slots.add(slot)
    }
  }
}

function recordOf({ seen, installed }: BoardHistory): BoardRecord {
  const record = new BoardRecord()
  const readings = new Map<string, SeenBoard[]>()
  for (const board of seen) readings.set(board.readingId, [...(readings.get(board.readingId) ?? []), board])
  const events: { at: number; apply: () => void }[] = [...readings.values()].map((boards) => ({
    at: boards[0]?.at.getTime() ?? 0,
    apply: () => record.read(boards.flatMap((board) => (counts(board) && board.key !== null ? { slot: board.slot, key: board.key } : []))),
  }))
  for (const { key, at, removedAt } of installed) {
    if (key === null) continue
    events.push({ at: at.getTime(), apply: () => record.inside.set(key, null) })
    if (removedAt !== null) events.push({ at: removedAt.getTime(), apply: () => record.inside.delete(key) })
  }
  for (const { apply } of events.toSorted((one, other) => one.at - other.at)) apply()
  return record
}

/** Installed boards without a serial number that no reading has found yet. */
function unnamed({ seen, installed }: BoardHistory): number {
  const named = new Set(installed.map(({ key }) => key))
  const found = new Set(seen.filter(({ verdict, key }) => verdict === 'swapped_here' && !named.has(key)).map(({ key }) => key))
  return Math.max(0, installed.filter(({ key, removedAt }) => key === null && removedAt === null).length - found.size)
}

/** An unknown serial number is the first of its slot, a part of ours without a recorded number, or foreign. */
export function judgeBoards(history: BoardHistory, boards: readonly ReadBoard[]): BoardVerdict[] {
  const record = recordOf(history)
  let left = unnamed(history)
  return boards.map(({ slot, key }) => {
    if (key === null) return 'not_read'
    const place = record.inside.get(key)
    if (place !== undefined) return place === null ? 'swapped_here' : 'same'
    if (left > 0) {
      left -= 1
      return 'swapped_here'
    }
    return record.slots.has(slot) ? 'foreign' : 'first_seen'
  })
}
