import { once } from 'node:events'
import type { Change } from '~/server/platform/change-feed/change-hub'
import type { Services } from '~/server/services'
import { noSession, mfaPending, readSession, type SessionDeps, type Viewer } from './read-session'

/** 24.8 days, the longest that timers take. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface StreamCall extends SessionDeps, Pick<Services, 'hub' | 'log'> {
  viewer: Viewer
}

interface StreamOptions<T> {
  signal: AbortSignal | undefined
  follow: (signal: AbortSignal) => AsyncIterable<T>
}

const stillMay = (before: Viewer, now: Viewer | null): now is Viewer =>
  now !== null && !mfaPending(now) && (!now.mustEnroll || before.mustEnroll) && (before.role !== 'admin' || now.role === 'admin')

/** An open stream does not prolong the session. */
const sessionNow = (call: StreamCall) => readSession(call, call.viewer.sessionId, { counts: false })

/** Milliseconds. */
function untilEnd({ expiresAt, idleUntil }: Viewer, now: Date): number {
  const end = idleUntil !== null && idleUntil < expiresAt ? idleUntil : expiresAt
  return Math.min(Math.max(end.getTime() - now.getTime(), 0), LONGEST_TIMER_MS)
}

/** `yield* untilSessionEnds(ctx, { signal, follow })`: ends with the session, role or level in any process, with UNAUTHORIZED. */
export async function* untilSessionEnds<T>(call: StreamCall, { signal, follow }: StreamOptions<T>): AsyncGenerator<T, void, void> {
  const ended = new AbortController()
  const stop = watchSession(call, (reason) => {
    ended.abort(reason)
  })
  try {
    // Closes the gap between the guard's read and the watch.
    if (!stillMay(call.viewer, await sessionNow(call))) ended.abort(noSession())
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

/** Silent: its subscriber waits for its end. */
export async function* untilAborted(signal: AbortSignal): AsyncGenerator<never, void, void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function watchSession(call: StreamCall, end: (reason: unknown) => void): () => void {
  const { hub, viewer, log } = call
  let isWatching = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookAtEnd = (session: Viewer) => {
    clearTimeout(timer)
    if (isWatching) timer = setTimeout(look, untilEnd(session, call.now())).unref()
  }
  const look = () => {
    sessionNow(call).then(
      (now) => {
        if (stillMay(viewer, now)) lookAtEnd(now)
        else end(noSession())
      },
      (error: unknown) => {
        // The session is unreadable, not over: the subscriber may come again.
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
  lookAtEnd(viewer)
  return () => {
    isWatching = false
    hub.off('change', onChange)
    hub.off('reset', look)
    clearTimeout(timer)
  }
}
