import { useSyncExternalStore } from 'react'

const noSubscription = () => () => undefined

/** Whether this rendering takes over HTML of the server, and must say what that says. */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  )
