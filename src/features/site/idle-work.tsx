import Router from 'next/router'
import { Spinner } from '~/components/ui/loading'
import { onAuthEvent } from '~/lib/auth-events'
import { readBrowserSession, type BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { maySignedIn } from '~/lib/signed-in-marker'
import { screenReplacement } from './site-page'

/** Starts the work that a public page leaves until it is idle. @returns the function that ends it */
export function startIdleWork(...visitor: Parameters<typeof followVisitor>): () => void {
  const ends = [followVisitor(...visitor), showContactLoading()]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Keeps the visitor up to date, by the marker cookie and by events of other tabs.
 * @param current whom the tab shows now
 * @param show shows somebody else, or a visitor
 * @returns the function that ends it
 */
function followVisitor(current: () => BrowserSession | null, show: (session: BrowserSession | null) => void): () => void {
  /** Asks only where somebody may be signed in: a visitor's browser makes no request. */
  const look = () => {
    if (!maySignedIn()) {
      if (current()) show(null)
      return
    }
    // Without an answer the page stays as it is: it says nothing about the session.
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
 * Shows a spinner on the way to the contact page, until its settings are there (requirements §2 Contact). Somebody who stays, for example
 * with an unsaved form, gets the page back as it was.
 * @returns the function that ends it
 */
function showContactLoading(): () => void {
  const start = (url: string) => {
    if (Router.pathname === paths.contact || !/^\/contact(?:[?#]|$)/.test(url)) return
    screenReplacement.set(spinner)
    // Somebody who pressed a link of the footer would not see the spinner.
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const end = () => screenReplacement.set(null)
  const { events } = Router
  events.on('routeChangeStart', start)
  // Its data have come, and the page is about to be drawn.
  events.on('beforeHistoryChange', end)
  events.on('routeChangeError', end)
  return () => {
    events.off('routeChangeStart', start)
    events.off('beforeHistoryChange', end)
    events.off('routeChangeError', end)
    end()
  }
}
