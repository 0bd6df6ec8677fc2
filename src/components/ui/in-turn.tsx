import { use, type ReactNode } from 'react'

/** The turns of the event loop that are waited for, the next one first. */
const waitedFor: Promise<void>[] = []

/** React goes on drawing by a timer: what is waited for after that comes in a turn of its own only after the timers of this one. */
const oneTurn = () =>
  new Promise<void>((resolve) => {
    setTimeout(() => setImmediate(resolve), 0)
  })

/** Resolves so many turns of the event loop from now, for all that is drawn in that turn at once. */
function turnIn(count: number): Promise<void> {
  while (waitedFor.length < count) {
    const turn = (waitedFor.at(-1) ?? Promise.resolve()).then(oneTurn)
    void turn.then(() => waitedFor.shift())
    waitedFor.push(turn)
  }
  return waitedFor[count - 1] ?? Promise.resolve()
}

/**
 * On the server, a part of a page that is drawn some turns of the event loop after what stands around it, so that requests are
 * answered in between (docs/decisions/045). The page is the same: it is sent when all of it is drawn. Browsers draw the part alone:
 * `typeof window === 'undefined' ? <InTurn …>{part}</InTurn> : part` leaves none of this in what they load.
 */
export function InTurn({ turn, children }: { turn: number; children: ReactNode }) {
  use(turnIn(turn))
  return children
}
