import { liveTables, type LiveTable, type TablesChanged } from '~/contracts/admin-live'
import type { Services } from '~/server/services'
import { Bell } from './bell'
import type { Change } from './change-hub'

/** At most two events a second, however much changes. */
const BETWEEN_EVENTS_MS = 500
/** Nothing has to be done in a quiet hour but to wait on. */
const QUIET_MS = 60 * 60 * 1000

interface Since {
  lastEventId?: string | null | undefined
  age?: number | undefined
  signal: AbortSignal
}

const isLive = (table: string): table is LiveTable => liveTables.some((live) => live === table)

/**
 * The tables in which something changes, for an administrator's open screens. The first event comes at
 * once, with what was missed, and says that from now on nothing is. Ends when the signal aborts.
 */
export async function* followTables(
  { hub }: Pick<Services, 'hub'>,
  { signal, ...since }: Since,
): AsyncGenerator<TablesChanged & { id: string }> {
  const pending = new Set<LiveTable>()
  const bell = new Bell()
  const wake = () => bell.ring()
  const over = () => signal.aborted
  const onChange = ({ table }: Change) => {
    if (!isLive(table)) return
    pending.add(table)
    bell.ring()
  }
  const onReset = () => {
    for (const table of liveTables) pending.add(table)
    bell.ring()
  }
  hub.on('change', onChange)
  hub.on('reset', onReset)
  signal.addEventListener('abort', wake)
  try {
    for (const table of liveTables) if (hub.marks.changedSince(table, since)) pending.add(table)
    for (let first = true; !over(); first = false) {
      while (!first && pending.size === 0 && !over()) await bell.heard(QUIET_MS)
      if (over()) return
      const tables = [...pending]
      pending.clear()
      yield { id: hub.marks.id, tables }
      const silentUntil = performance.now() + BETWEEN_EVENTS_MS
      while (!over() && performance.now() < silentUntil) await bell.heard(silentUntil - performance.now())
    }
  } finally {
    hub.off('change', onChange)
    hub.off('reset', onReset)
    signal.removeEventListener('abort', wake)
  }
}
