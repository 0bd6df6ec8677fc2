import Router from 'next/router'
import { Spinner } from '~/components/ui/loading'
import { onAuthEvent } from '~/lib/auth-events'
import { readBrowserSession, type BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { maySignedIn } from '~/lib/signed-in-marker'
import { screenReplacement } from './site-page'

/** Starts the work of an idle public page. @returns the function that ends it */
export function startIdleWork(...visitor: Parameters<typeof followVisitor>): () => void {
  const ends = [followVisitor(...visitor), showContactLoading()]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Follows the marker cookie and other tabs' events.
 * @param current the person that the tab shows
 * @returns the function that ends it
 */
function followVisitor(current: () => BrowserSession | null, show: (session: BrowserSession | null) => void): () => void {
  /** A visitor's browser makes no request. */
  const look = () => {
    if (!maySignedIn()) {
      if (current()) show(null)
      return
    }
    // Without an answer the page stays as it is.
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

const spinner = (
  <p role="status" className="flex items-center justify-center gap-3 py-40 text-ink-muted">
    <Spinner />
    Loading…
  </p>
)

/**
 * Shows a spinner until the contact page's settings are loaded (requirements §2 Contact). Somebody who stays, for example with an unsaved
 * form, gets the page back as it was.
 * @returns the function that ends it
 */
function showContactLoading(): () => void {
  const start = (url: string) => {
    if (Router.pathname === paths.contact || !/^\/contact(?:[?#]|$)/.test(url)) return
    screenReplacement.set(spinner)
    // The spinner is out of sight after a press in the footer.
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const end = () => screenReplacement.set(null)
  const { events } = Router
  events.on('routeChangeStart', start)
  // The data are loaded, and the page is about to render.
  events.on('beforeHistoryChange', end)
  events.on('routeChangeError', end)
  return () => {
    events.off('routeChangeStart', start)
    events.off('beforeHistoryChange', end)
    events.off('routeChangeError', end)
    end()
  }
}
