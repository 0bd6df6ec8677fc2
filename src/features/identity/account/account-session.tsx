import type { ReactNode } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { leaveForAuth } from '~/components/auth/sign-out'
import type { BrowserSession } from '~/lib/browser-session'
import { skipToken } from '@tanstack/react-query'
import { usePageVisible } from '~/lib/use-page-visible'
import { trpc } from '~/trpc/client'

/** The auth state for pages about one's own account: when the session is over, the page leaves. */
export function AccountSession({ viewer, children }: { viewer: BrowserSession; children: ReactNode }) {
  return (
    <AuthProvider viewer={viewer} onSignedOut={leaveForAuth}>
      {children}
    </AuthProvider>
  )
}

/** The same as a part of a page. */
export function LiveAccount() {
  useOwnChanges()
  return null
}

/** Keeps the screen up to date with the database; a page in the background does not, and reads again when it is shown. */
export function useOwnChanges(): void {
  const utils = trpc.useUtils()
  const isVisible = usePageVisible()
  trpc.account.onChange.useSubscription(isVisible ? {} : skipToken, {
    onData: () =>
      void Promise.all([
        utils.account.invalidate(),
        utils.credit.invalidate(),
        utils.invoices.invalidate(),
        utils.payments.ways.invalidate(),
      ]),
  })
}
