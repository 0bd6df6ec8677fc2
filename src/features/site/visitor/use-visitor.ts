import { useEffect, useSyncExternalStore } from 'react'
import { onAuthEvent } from '~/lib/auth-events'
import { maySignedIn, readBrowserSession, type BrowserSession } from '~/lib/browser-session'

/** Who looks at this tab's pages; null for a visitor, and until it is known. Kept from page to page. */
let visitor: BrowserSession | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function show(session: BrowserSession | null): void {
  visitor = session
  for (const listener of listeners) listener()
}

/** Asks only where somebody may be signed in: a visitor's browser makes no request. */
function look(): void {
  if (!maySignedIn()) {
    if (visitor) show(null)
    return
  }
  // Without an answer the page goes on as it is: whoever is signed in still is.
  readBrowserSession().then(show, () => undefined)
}

/** Follows this tab's marker and what other tabs say, from the first page that shows a header on. */
function follow(): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible' && maySignedIn() !== (visitor !== null)) look()
  }
  look()
  const endEvents = onAuthEvent((event) => {
    if (event === 'SIGNED_OUT') show(null)
    else if (event !== 'TOKEN_REFRESHED') look()
  })
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('pageshow', onVisible)
  return () => {
    endEvents()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('pageshow', onVisible)
  }
}

/** Who is signed in, on pages that are the same file for everybody: found out after they are shown. */
export function useVisitor(): BrowserSession | null {
  useEffect(follow, [])
  return useSyncExternalStore(
    subscribe,
    () => visitor,
    () => null,
  )
}
