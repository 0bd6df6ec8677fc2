import { createContext, useContext } from 'react'
import type { BrowserSession } from '~/lib/browser-session'

export interface Auth {
  /** Null while `loading`, and without a session. */
  session: BrowserSession | null
  status: 'loading' | 'signed-out' | 'signed-in'
  /** Asks the server again after a step of the sign-in. @throws without an answer */
  reload: () => Promise<BrowserSession | null>
  signOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

/** @throws outside of `AuthProvider` */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
