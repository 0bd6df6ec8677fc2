import { useSyncExternalStore } from 'react'

const noSubscription = () => () => undefined

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )

/** Runs when the browser is idle, and after a while in any case. @returns the function that cancels it */
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

/** @param load answers the function that starts it, which answers the one that ends it @returns the function that ends it */
export function startLater(load: () => Promise<() => () => void>, isAtOnce = false): () => void {
  let isOver = false
  let end: (() => void) | undefined
  const begin = () => {
    load().then(
      (start) => {
        if (!isOver) end = start()
      },
      (error: unknown) => console.error('A part of the page could not be loaded', error),
    )
  }
  let cancel: (() => void) | undefined
  if (isAtOnce) begin()
  else cancel = whenIdle(begin)
  return () => {
    isOver = true
    cancel?.()
    end?.()
  }
}
