import type { ReactNode } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { leaveForAuth } from '~/components/auth/sign-out'
import type { BrowserSession } from '~/lib/browser-session'
import { skipToken } from '@tanstack/react-query'
import { usePageVisible } from '~/lib/use-page-visible'
import { trpc } from '~/trpc/client'

/** Leaves the page when the session is over. */
export function AccountSession({ viewer, children }: { viewer: BrowserSession; children: ReactNode }) {
  return (
    <AuthProvider viewer={viewer} onSignedOut={leaveForAuth}>
      {children}
    </AuthProvider>
  )
}

/** `useOwnChanges` as a component. */
export function LiveAccount() {
  useOwnChanges()
  return null
}

/** Follows changes of the account's data; a background tab refetches when it is shown. */
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
