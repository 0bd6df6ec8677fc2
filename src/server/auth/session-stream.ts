import { once } from 'node:events'
import type { Change } from '~/server/changes/hub'
import type { Services } from '~/server/services'
import { owesFactor, readSession, type Viewer } from './sessions'
import { noSession } from './tokens'

/** Timers take no more than this many milliseconds (24.8 days). */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface StreamCall extends Pick<Services, 'db' | 'hub' | 'now' | 'log'> {
  viewer: Viewer
}

interface StreamOptions<T> {
  /** The subscriber's own signal. */
  signal: AbortSignal | undefined
  /** Makes the stream; it ends when the signal aborts. */
  follow: (signal: AbortSignal) => AsyncIterable<T>
}

/** Whether a session still may what it might when the stream began; an administrator's stream ends with the role. */
const stillMay = (before: Viewer, now: Viewer | null): boolean =>
  now !== null && (before.role !== 'admin' || (now.role === 'admin' && !owesFactor(now)))

/**
 * A stream made under a session, for subscriptions of signed-in users and administrators: it ends at
 * once when the session ends or expires, in whatever process, or when the administrator's role or
 * level goes. The subscriber then gets UNAUTHORIZED; where the database cannot say, its failure.
 * @example yield* untilSessionEnds(ctx, { signal, follow: (signal) => followOrders(ctx, signal) })
 */
export async function* untilSessionEnds<T>(call: StreamCall, { signal, follow }: StreamOptions<T>): AsyncGenerator<T, void, void> {
  const ended = new AbortController()
  const stop = watchSession(call, (reason) => {
    ended.abort(reason)
  })
  try {
    // Between the guard's look at the session and the watch nothing may fall.
    if (!stillMay(call.viewer, await readSession(call, call.viewer.sessionId))) ended.abort(noSession())
    const stream = follow(signal ? AbortSignal.any([signal, ended.signal]) : ended.signal)
    for await (const item of stream) {
      if (ended.signal.aborted) break
      yield item
    }
    if (ended.signal.aborted) throw ended.signal.reason
  } finally {
    stop()
  }
}

/** A stream that has nothing to say: whoever follows it waits for its end. */
export async function* untilAborted(signal: AbortSignal): AsyncGenerator<never, void, void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Calls `end` with the reason once the session may no longer what it might. @returns the function that stops watching */
function watchSession(call: StreamCall, end: (reason: unknown) => void): () => void {
  const { hub, viewer, log } = call
  const look = () => {
    readSession(call, viewer.sessionId).then(
      (now) => {
        if (!stillMay(viewer, now)) end(noSession())
      },
      (error: unknown) => {
        // Whose session cannot be read is shown nothing more, but is not signed out either: the subscriber may come again.
        log.warn({ err: error }, 'A stream ended because its session could not be read')
        end(error)
      },
    )
  }
  const concernsUs = ({ table, id }: Change) =>
    (table === 'sessions' && (id === null || id === viewer.sessionId)) || (table === 'profiles' && (id === null || id === viewer.userId))
  const onChange = (change: Change) => {
    if (concernsUs(change)) look()
  }
  hub.on('change', onChange)
  hub.on('reset', look)
  const timer = setTimeout(look, Math.min(Math.max(viewer.expiresAt.getTime() - call.now().getTime(), 0), LONGEST_TIMER_MS))
  timer.unref()
  return () => {
    hub.off('change', onChange)
    hub.off('reset', look)
    clearTimeout(timer)
  }
}
