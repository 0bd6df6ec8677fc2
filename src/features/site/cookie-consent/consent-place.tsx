import { lazy, Suspense, useState, useSyncExternalStore, type ComponentProps } from 'react'
import type { CookieConsent } from './cookie-consent'
import { consentIsRecorded } from './consent-record'

const LateConsent = lazy(() => import('./cookie-consent').then((module) => ({ default: module.CookieConsent })))

/** Another tab may ask anew, and so may a page that comes back from the browser's memory. */
function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}

/** Where the visitor is asked about cookies. Without a tag to keep to the answer, nothing is loaded once there is one. */
export function ConsentPlace({ googleTagId }: ComponentProps<typeof CookieConsent>) {
  const recorded = useSyncExternalStore(subscribe, consentIsRecorded, () => true)
  const [used, setUsed] = useState(false)
  const needed = !recorded || googleTagId !== null
  if (needed && !used) setUsed(true)
  return used ? (
    <Suspense>
      <LateConsent googleTagId={googleTagId} />
    </Suspense>
  ) : null
}
