import { WifiOff } from '~/components/icons/lucide'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="mb-3 flex items-start gap-3 rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          <WifiOff className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            <span className="font-semibold">You are offline.</span> You see the last version that loaded. We save nothing until you are back
            online; what you have typed stays here.
          </span>
        </p>
      )}
    </div>
  )
}
