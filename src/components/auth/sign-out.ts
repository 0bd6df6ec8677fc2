import { paths } from '~/lib/paths'
import { useState } from 'react'
import { notify } from '~/components/ui/notify'
import { useAuth } from './auth-context'

/** Left for /auth by a page that had to go because its session ended. Says nothing about whose it was. */
const ENDED = 'session-ended'

/** Somebody who gives up their own role is led on by the screen on which they do, with its toast. */
let goesByItself = false

/** Says that the page is about to leave by itself when the role is gone; `false` where nothing came of it. */
export function leaveByItself(yes: boolean): void {
  goesByItself = yes
}

export type SignedOutBy = 'choice' | 'end' | 'role'

/**
 * Leaves a guarded page for /auth by a full page load, so that nothing of it stays in memory.
 * @param by `end` when the session ended without anybody's doing in this browser: /auth then says so, and
 * brings whoever signs in again back to the page, because the page's own guard sends them there; `role` when the page is no
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

/** A sign-out at a press, with its failure said as spec §8 has it. */
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
