/** One request of a run at a steady pace. */
export interface Shot<T> {
  /** When it began, by performance.now(). */
  at: number
  ms: number
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
  const timer = setInterval(
    () => {
      for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent++) {
        const at = performance.now()
        const shot = send(sent).then((result) => {
          shots.push({ at, ms: performance.now() - at, result })
          under.delete(shot)
        })
        under.add(shot)
      }
    },
    1000 / perSecond / 2,
  )
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    return shots
  }
}
