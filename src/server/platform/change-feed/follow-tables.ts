import type { Change, ChangeHub } from './change-hub'

/** At most two events a second; a lone change does not wait. */
const BETWEEN_EVENTS_MS = 500
const AT_ONCE = 2
const QUIET_MS = 60 * 60 * 1000

/** A signal without a waiter is kept for the next wait. */
class AutoResetEvent {
  #isSignalled = false
  #resume: (() => void) | undefined

  signal(): void {
    this.#isSignalled = true
    this.#resume?.()
  }

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
  tables: readonly Table[]
  /** The subscriber's position: an event's id, or the age (ms) of what it shows. */
  lastEventId?: string | null | undefined
  age?: number | undefined
  concerns?: (change: Change) => boolean
  signal: AbortSignal
}

/** The first event comes at once and covers what was missed. Ends when the signal aborts. */
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
    /** From then, events may again come without a pause. */
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
