import { useEffect, useSyncExternalStore } from 'react'
import type { BrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { whenIdle } from '~/lib/page-lifecycle'
import { paths } from '~/lib/paths'

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

/** From the first page that shows a header on: at once where somebody may be signed in, else when there is time. */
function follow(): () => void {
  let over = false
  let end: (() => void) | undefined
  const start = () => {
    import('./follow-visitor').then(
      ({ followVisitor }) => {
        if (!over) end = followVisitor(() => visitor, show)
      },
      (error: unknown) => console.error('Who is signed in could not be found out', error),
    )
  }
  let cancel: (() => void) | undefined
  if (maySignedIn()) start()
  else cancel = whenIdle(start)
  return () => {
    over = true
    cancel?.()
    end?.()
  }
}

/** Who is signed in, as far as the page's header has found it out. */
export const useKnownVisitor = (): BrowserSession | null =>
  useSyncExternalStore(
    subscribe,
    () => visitor,
    () => null,
  )

/** Who is signed in, on pages that are the same file for everybody: found out after they are shown. */
export function useVisitor(): BrowserSession | null {
  useEffect(follow, [])
  return useKnownVisitor()
}

/** Where 'Dashboard' leads: visitors to /auth (spec §2), administrators to their dashboard, customers to their account. */
export function dashboardHref(visitor: BrowserSession | null): string {
  if (!visitor || visitor.needsCode) return paths.auth
  return visitor.isAdmin ? paths.admin : paths.account
}

/** The look of the account's button, also while its code is being loaded. */
export const accountButtonClasses = 'grid size-11 place-items-center rounded-full text-sm font-semibold text-on-graphite'
