import { createContext, useContext } from 'react'
import type { BrowserSession } from '~/lib/browser-session'

export interface Auth {
  /** Null while it is `loading`, and when nobody is signed in. */
  session: BrowserSession | null
  status: 'loading' | 'signed-out' | 'signed-in'
  /** Asks the server again who is signed in, after a step of the sign-in. @throws when the server gives no answer */
  reload: () => Promise<BrowserSession | null>
  /** Ends the session in this browser and tells its other tabs. @throws Error with a sentence for people when it could not be ended */
  signOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

/** The session, as all parts of the screen share it (requirements §8). @throws outside of `AuthProvider` */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
