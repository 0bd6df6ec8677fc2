import { liveTables, type LiveTable, type TablesChanged } from '~/contracts/admin-live'
import { owesFactor, readSession } from '~/server/auth/sessions'
import type { Services } from '~/server/services'
import { Bell } from './bell'
import type { Change } from './hub'

/** At most two events a second, however much changes. */
const BETWEEN_EVENTS_MS = 500
/** A session that runs out is announced by nobody. */
const RECHECK_MS = 30_000

interface Follower {
  sessionId: string
  userId: string
}

interface Since {
  lastEventId?: string | null | undefined
  age?: number | undefined
  signal?: AbortSignal | undefined
}

const isLive = (table: string): table is LiveTable => liveTables.some((live) => live === table)

/** Whether a change may have taken away the follower's right to see anything. */
const concerns = ({ table, id }: Change, { sessionId, userId }: Follower) =>
  (table === 'sessions' && (id === null || id === sessionId)) || (table === 'profiles' && (id === null || id === userId))

/**
 * The tables in which something changes, for an administrator's open screens. The first event comes at
 * once, with what was missed, and says that from now on nothing is. Ends when the signal aborts, and
 * when the session has ended or its user is no administrator any more.
 */
export async function* followTables(
  { hub, db, now }: Pick<Services, 'hub' | 'db' | 'now'>,
  follower: Follower,
  { signal, ...since }: Since,
): AsyncGenerator<TablesChanged & { id: string }> {
  const pending = new Set<LiveTable>()
  const bell = new Bell()
  const wake = () => bell.ring()
  /** Why the follower's right is to be read again. */
  const doubts: string[] = []

  const onChange = (change: Change) => {
    if (concerns(change, follower)) doubts.push(change.table)
    if (isLive(change.table)) pending.add(change.table)
    if (doubts.length > 0 || pending.size > 0) bell.ring()
  }
  const onReset = () => {
    doubts.push('reset')
    for (const table of liveTables) pending.add(table)
    bell.ring()
  }
  hub.on('change', onChange)
  hub.on('reset', onReset)
  signal?.addEventListener('abort', wake)
  try {
    for (const table of liveTables) if (hub.marks.changedSince(table, since)) pending.add(table)
    let checkedAt = performance.now()
    let first = true
    while (!signal?.aborted) {
      if (doubts.length > 0 || performance.now() - checkedAt >= RECHECK_MS) {
        doubts.length = 0
        const viewer = await readSession({ db, now }, follower.sessionId)
        if (viewer?.role !== 'admin' || owesFactor(viewer)) return
        checkedAt = performance.now()
      }
      if (first || pending.size > 0) {
        const tables = [...pending]
        pending.clear()
        first = false
        yield { id: hub.marks.id, tables }
        const silentUntil = performance.now() + BETWEEN_EVENTS_MS
        while (!signal?.aborted && doubts.length === 0 && performance.now() < silentUntil) await bell.heard(silentUntil - performance.now())
      }
      if (pending.size === 0 && doubts.length === 0) await bell.heard(RECHECK_MS)
    }
  } finally {
    hub.off('change', onChange)
    hub.off('reset', onReset)
    signal?.removeEventListener('abort', wake)
  }
}
