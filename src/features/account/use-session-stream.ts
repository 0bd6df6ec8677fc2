import { skipToken } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { trpc } from '~/trpc/client'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Hears at once when the session is ended from elsewhere; the client's link tells the auth state. A hidden
 * tab gives the connection up, because a browser has six for all tabs of a site, and looks when it is shown.
 */
export function useSessionStream(): void {
  const isVisible = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  )
  trpc.account.onSession.useSubscription(isVisible ? undefined : skipToken)
}
