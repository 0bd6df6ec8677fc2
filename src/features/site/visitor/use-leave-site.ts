import { useState } from 'react'
import { notifyLazily } from '~/components/ui/lazy-toasts'
import { signOutBrowser } from '~/lib/sign-out'

/** Signs out on a public page, which stays where it is. */
export function useLeaveSite() {
  const [busy, setBusy] = useState(false)

  const leave = () => {
    setBusy(true)
    signOutBrowser().catch((error: unknown) => {
      const description = error instanceof Error ? error.message : 'Please try again.'
      notifyLazily({ title: 'Sign Out Failed', description, tone: 'danger', id: 'sign-out', cause: error })
      setBusy(false)
    })
  }
  return { busy, leave }
}
