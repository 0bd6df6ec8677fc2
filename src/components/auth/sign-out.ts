import { paths } from '~/lib/paths'
import { useState } from 'react'
import { notify } from '~/components/ui/notify'
import { useAuth } from './auth-context'

/** Set for /auth by a page that left because its session ended. Does not say whose it was. */
const ENDED = 'session-ended'

/** True while a screen itself leads away somebody who gives up their own role, after its toast. */
let goesByItself = false

/** Tells that the screen will leave the page itself once the role is gone; `false` takes that back. */
export function leaveByItself(yes: boolean): void {
  goesByItself = yes
}

export type SignedOutBy = 'choice' | 'end' | 'role'

/**
 * Leaves a guarded page for /auth by a full page load, so that nothing of it stays in memory.
 * @param by `end` when the session ended without anybody's doing in this browser: /auth then says so, and
 * brings the next person who signs in back to the page, because the page's own guard sends them there; `role` when the page is no
 * longer for this user: its guard says where to go instead
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
    // Storage may be switched off: the page then leaves without a word.
  }
}

/** True if the page was left because its session ended; only the first call answers true. */
export function takeEndedNote(): boolean {
  try {
    const left = sessionStorage.getItem(ENDED) !== null
    sessionStorage.removeItem(ENDED)
    return left
  } catch {
    return false
  }
}

/** Signs out, with the toast of requirements §8 where that fails. */
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
