import type { Change, ChangeHub } from './change-hub'

/** At most two events a second, however much changes; one that follows a single other one does not wait. */
const BETWEEN_EVENTS_MS = 500
const AT_ONCE = 2
/** Nothing has to be done in a quiet hour but to wait on. */
const QUIET_MS = 60 * 60 * 1000

/** Wakes one waiting loop: a signal that nobody waits for is taken by the next wait. */
class AutoResetEvent {
  #isSignalled = false
  #resume: (() => void) | undefined

  signal(): void {
    this.#isSignalled = true
    this.#resume?.()
  }

  /** Resolves at the next signal, after `ms` at the latest. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        this.#resume = undefined
        this.#isSignalled = false
        resolve()
      }
      const timer = setTimeout(resume, ms)
      this.#resume = resume
      if (this.#isSignalled) resume()
    })
  }
}

interface FollowOptions<Table extends string> {
  /** The tables that are followed. */
  tables: readonly Table[]
  /** Where the subscriber stands: after an event, or so many ms after what it shows was read. */
  lastEventId?: string | null | undefined
  age?: number | undefined
  /** Which of the tables' changes count; left out: all. */
  concerns?: (change: Change) => boolean
  signal: AbortSignal
}

/**
 * The tables in which something changes, for open screens. The first event comes at once, with what was missed, and
 * says that from now on nothing is. Ends when the signal aborts.
 */
export async function* followTables<Table extends string>(
  hub: ChangeHub,
  { tables: followed, signal, concerns = () => true, ...since }: FollowOptions<Table>,
): AsyncGenerator<{ id: string; tables: Table[] }> {
  const pending = new Set<Table>()
  const wakeUp = new AutoResetEvent()
  const wake = () => wakeUp.signal()
  const over = () => signal.aborted
  const onChange = (change: Change) => {
    const known = followed.find((each) => each === change.table)
    if (known === undefined || !concerns(change)) return
    pending.add(known)
    wake()
  }
  const onReset = () => {
    for (const table of followed) pending.add(table)
    wake()
  }
  hub.on('change', onChange)
  hub.on('reset', onReset)
  signal.addEventListener('abort', wake)
  try {
    for (const table of followed) if (hub.history.changedSince(table, since)) pending.add(table)
    /** When as many events may come at once again as ever. */
    let restedAt = 0
    for (let first = true; !over(); first = false) {
      while (!first && pending.size === 0 && !over()) await wakeUp.wait(QUIET_MS)
      if (over()) return
      const tables = [...pending]
      pending.clear()
      yield { id: hub.history.eventId, tables }
      restedAt = Math.max(restedAt, performance.now()) + BETWEEN_EVENTS_MS
      const silentUntil = restedAt - BETWEEN_EVENTS_MS * (AT_ONCE - 1)
      while (!over() && performance.now() < silentUntil) await wakeUp.wait(silentUntil - performance.now())
    }
  } finally {
    hub.off('change', onChange)
    hub.off('reset', onReset)
    signal.removeEventListener('abort', wake)
  }
}
