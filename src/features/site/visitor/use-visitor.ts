import { useEffect } from 'react'
import type { BrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { startLater } from '~/lib/page-lifecycle'
import { paths } from '~/lib/paths'
import { createShared } from '~/lib/shared-value'

/** The signed-in person on this tab's pages; null for a visitor, and until it is known. */
const visitor = createShared<BrowserSession | null>(null)

/** From the first page that shows a header on: at once where somebody may be signed in, else when there is time. */
const follow = () =>
  startLater(
    () =>
      import('../idle-work').then(
        ({ startIdleWork }) =>
          () =>
            startIdleWork(visitor.get, visitor.set),
      ),
    maySignedIn(),
  )

/** The session as far as the page's header knows it; asks for nothing. */
export const useKnownVisitor = visitor.use

/** The session, on pages that are the same file for everybody: read after the page is shown. */
export function useVisitor(): BrowserSession | null {
  useEffect(follow, [])
  return useKnownVisitor()
}

/** Target of 'Dashboard': /auth for visitors (requirements §2), the dashboard for administrators, the account for customers. */
export function dashboardHref(visitor: BrowserSession | null): string {
  if (!visitor || visitor.needsCode) return paths.auth
  return visitor.isAdmin ? paths.admin : paths.account
}

/** The look of the account's button, also while its code is being loaded. */
export const accountButtonClasses = 'grid size-11 place-items-center rounded-full text-sm font-semibold text-on-graphite'
