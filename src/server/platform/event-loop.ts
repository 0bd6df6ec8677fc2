import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds between two turns of the event loop. */
const SLICE_MS = 2

export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - since < SLICE_MS) continue
    await nextTurn()
    since = performance.now()
  }
}
