import { onAuthEvent } from '~/lib/auth-events'
import { readBrowserSession, type BrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'

/**
 * Follows this tab's marker and what other tabs say.
 * @param current whom the tab shows now
 * @param show shows somebody else, or a visitor
 * @returns the function that ends it
 */
export function followVisitor(current: () => BrowserSession | null, show: (session: BrowserSession | null) => void): () => void {
  /** Asks only where somebody may be signed in: a visitor's browser makes no request. */
  const look = () => {
    if (!maySignedIn()) {
      if (current()) show(null)
      return
    }
    // Without an answer the page goes on as it is: whoever is signed in still is.
    readBrowserSession().then(show, () => undefined)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && maySignedIn() !== (current() !== null)) look()
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
