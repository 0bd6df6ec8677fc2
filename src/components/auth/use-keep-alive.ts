import { useEffect, useEffectEvent } from 'react'

/** Well before an administrator's session ends that is in use: five minutes is the shortest idle time (env.ts). */
const EVERY_MS = 2 * 60 * 1000
/** After an attempt that got no answer. */
const AGAIN_MS = 30 * 1000
/** A tab that comes back into view asks at once, unless it has just done so. */
const FRESH_MS = 60 * 1000

interface KeepAlive {
  /** Only while somebody is signed in. */
  active: boolean
  /** @throws when the server gives no answer */
  refresh: () => Promise<void>
}

/** Prolongs the session while its page is looked at; a hidden tab leaves that to the others. */
export function useKeepAlive({ active, refresh }: KeepAlive): void {
  const attempt = useEffectEvent(refresh)

  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout>
    let last = Date.now()
    let over = false
    const later = (ms: number) => {
      clearTimeout(timer)
      if (!over) timer = setTimeout(run, ms)
    }
    const run = () => {
      if (document.visibilityState === 'hidden') return
      last = Date.now()
      attempt().then(
        () => later(EVERY_MS),
        () => later(AGAIN_MS),
      )
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - last >= FRESH_MS) run()
    }
    later(EVERY_MS)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onVisible)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onVisible)
    }
  }, [active])
}
