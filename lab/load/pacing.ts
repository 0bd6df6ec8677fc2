/** One request of a run at a steady pace. */
export interface Shot<T> {
  /** When it was due, by performance.now(). */
  at: number
  /** Until its answer was read, from when it was due: a request that falls due while this program is busy waits for it too. */
  ms: number
  /** How much of that had passed before it was sent. */
  late: number
  result: T
}

/**
 * Sends requests at a steady pace whether or not earlier ones are answered, as visitors do, until told to stop.
 * @returns the function that stops; it waits for the answers under way
 */
export function atPace<T>(perSecond: number, send: (index: number) => Promise<T>): () => Promise<Shot<T>[]> {
  const under = new Set<Promise<void>>()
  const shots: Shot<T>[] = []
  const began = performance.now()
  let sent = 0
  const dueAt = () => began + (sent * 1000) / perSecond
  let timer: NodeJS.Timeout
  const sendDue = () => {
    for (; dueAt() <= performance.now(); sent++) {
      const at = dueAt()
      const late = performance.now() - at
      const shot = send(sent).then((result) => {
        shots.push({ at, ms: performance.now() - at, late, result })
        under.delete(shot)
      })
      under.add(shot)
    }
    // Timers count whole milliseconds; one that ends too early finds nothing due.
    timer = setTimeout(sendDue, Math.ceil(dueAt() - performance.now()))
  }
  sendDue()
  return async () => {
    clearTimeout(timer)
    await Promise.all(under)
    return shots
  }
}
