import { paths } from '~/lib/paths'
import { useState } from 'react'
import { notify } from '~/components/ui/notify'
import { useAuth } from './auth-context'

/** Set for /auth by a page that was left because its session ended; does not say whose. */
const ENDED = 'session-ended'

/** True while a screen redirects a person who gives up their own role, after its toast. */
let goesByItself = false

/** @param yes the screen leaves the page itself once the role is gone */
export function leaveByItself(yes: boolean): void {
  goesByItself = yes
}

export type SignedOutBy = 'choice' | 'end' | 'role'

/**
 * Leaves a guarded page for /auth by a full page load, so that nothing stays in memory.
 * @param by `end` if the session ended by itself: /auth says so, and the page's guard brings the next sign-in back; `role` if the page is
 * no longer for this user: its guard redirects
 */
export function leaveForAuth(by: SignedOutBy): void {
  if (by === 'role' && goesByItself) return
  if (by === 'choice') {
    window.location.assign(paths.auth)
    return
  }
  if (by === 'end') noteEnd()
  window.location.reload()
}

function noteEnd(): void {
  try {
    sessionStorage.setItem(ENDED, '1')
  } catch {
    // Storage may be switched off: /auth then says nothing.
  }
}

/** True if the page was left because its session ended; only the first call returns true. */
export function takeEndedNote(): boolean {
  try {
    const left = sessionStorage.getItem(ENDED) !== null
    sessionStorage.removeItem(ENDED)
    return left
  } catch {
    return false
  }
}

/** Shows the toast of requirements §8 on failure. */
export function useSignOut() {
  const auth = useAuth()
  const [busy, setBusy] = useState(false)

  const signOut = async () => {
    setBusy(true)
    try {
      await auth.signOut()
    } catch (error) {
      const description = error instanceof Error ? error.message : 'Please try again.'
      notify({ title: 'Sign Out Failed', description, tone: 'danger', id: 'sign-out', cause: error })
      setBusy(false)
    }
  }
  return { busy, signOut: () => void signOut() }
}
