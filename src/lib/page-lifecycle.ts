import { useSyncExternalStore } from 'react'

const noSubscription = () => () => undefined

/** Whether the page's scripts answer. False on the server and while React takes its HTML over, which must say the same. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )

/** Runs when the browser has nothing better to do, soon in any case; answers the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => {
      clearTimeout(timer)
    }
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 })
  return () => {
    cancelIdleCallback(handle)
  }
}
