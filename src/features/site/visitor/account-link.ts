import type { BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'

/** Where 'Dashboard' leads: visitors to /auth (spec §2), administrators to their dashboard, customers to their account. */
export function dashboardHref(visitor: BrowserSession | null): string {
  if (!visitor || visitor.needsCode) return paths.auth
  return visitor.isAdmin ? paths.admin : paths.account
}

/** The look of the account's button, also while its code is being loaded. */
export const accountButtonClasses = 'grid size-11 place-items-center rounded-full text-sm font-semibold text-on-graphite'
