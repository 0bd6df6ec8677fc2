import { useSyncExternalStore } from 'react'

const noSubscription = () => () => undefined

/** Whether the page's scripts answer. False on the server and while React takes its HTML over, which must say the same. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
