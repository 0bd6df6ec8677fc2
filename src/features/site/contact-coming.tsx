import Router from 'next/router'
import { Spinner } from '~/components/ui/loading'
import { paths } from '~/lib/paths'
import { inPlaceOfScreen } from './site-page'

const spinner = (
  <p role="status" className="flex items-center justify-center gap-3 py-40 text-ink-muted">
    <Spinner />
    Loading…
  </p>
)

/**
 * Shows a spinner on the way to the contact page, until its settings are there (spec §2 Contact). Whoever stays, as for the sake
 * of an unsaved form, has the page back as it was.
 * @returns the function that ends it
 */
export function followWayToContact(): () => void {
  const start = (url: string) => {
    if (Router.pathname === paths.contact || !/^\/contact(?:[?#]|$)/.test(url)) return
    inPlaceOfScreen.set(spinner)
    // Whoever pressed a link of the footer would not see it.
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const end = () => inPlaceOfScreen.set(null)
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
