import type { ReactNode } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { leaveForAuth } from '~/components/auth/sign-out'
import type { BrowserSession } from '~/lib/browser-session'

/** The auth state for pages about one's own account: when the session is over, the page leaves. */
export function AccountSession({ viewer, children }: { viewer: BrowserSession; children: ReactNode }) {
  return (
    <AuthProvider viewer={viewer} onSignedOut={leaveForAuth}>
      {children}
    </AuthProvider>
  )
}
