import type { ReactNode } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import type { SignedOutBy } from '~/components/auth/leave'
import { sayEnded } from './auth-messages'

const onSignedOut = (by: SignedOutBy) => {
  if (by === 'end') sayEnded()
}

/** The auth state for /auth itself: whoever is signed out there stays there. */
export function AuthSession({ children }: { children: ReactNode }) {
  return <AuthProvider onSignedOut={onSignedOut}>{children}</AuthProvider>
}
