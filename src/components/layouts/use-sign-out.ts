import { getSession, signOut } from 'next-auth/react'
import { useState } from 'react'
import { notify } from '~/components/ui/notify'
import { paths } from '~/lib/paths'

const FAILED = 'The server could not be reached, so you are still signed in. Please try again.'

/** Ends the session, then leaves by a full page load, so that nothing of the back office stays in memory. */
export function useSignOut() {
  const [busy, setBusy] = useState(false)

  const leave = async () => {
    setBusy(true)
    try {
      await signOut({ redirect: false })
      // A refused sign-out answers without an error: only the session itself tells.
      if ((await getSession()) !== null) throw new Error('The session is still there after signing out')
      window.location.assign(paths.auth)
    } catch (error) {
      notify({ title: 'Sign Out Failed', description: FAILED, tone: 'danger', cause: error })
      setBusy(false)
    }
  }

  return { busy, leave: () => void leave() }
}
