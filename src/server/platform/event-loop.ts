import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one slice of work may hold the thread (ms). */
const SLICE_MS = 2

/** Does work for each item in slices, and lets everything else that waits for the thread run between two of them. */
export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - since < SLICE_MS) continue
    await nextTurn()
    since = performance.now()
  }
}
