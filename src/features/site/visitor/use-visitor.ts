import { useEffect } from 'react'
import type { BrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { startLater } from '~/lib/page-lifecycle'
import { paths } from '~/lib/paths'
import { createShared } from '~/lib/shared-value'

/** Null for a visitor, and until it is known. */
const visitor = createShared<BrowserSession | null>(null)

/** Follows from the first header on: at once if somebody may be signed in, otherwise when idle. */
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

/** The session as far as known; makes no request. */
export const useKnownVisitor = visitor.use

export function useVisitor(): BrowserSession | null {
  useEffect(follow, [])
  return useKnownVisitor()
}

/** /auth for visitors (requirements §2), the dashboard for administrators, the account for customers. */
export function dashboardHref(visitor: BrowserSession | null): string {
  if (!visitor || visitor.needsCode) return paths.auth
  return visitor.isAdmin ? paths.admin : paths.account
}

/** Shared with the placeholder of the account button. */
export const accountButtonClasses = 'grid size-11 place-items-center rounded-full text-sm font-semibold text-on-graphite'
