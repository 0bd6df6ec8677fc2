import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest slice of work between two turns of the event loop (ms). */
const SLICE_MS = 2

/** Does work for each item, and yields to the event loop between slices. */
export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - since < SLICE_MS) continue
    await nextTurn()
    since = performance.now()
  }
}
