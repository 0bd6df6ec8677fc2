import { useState } from 'react'
import { notify } from '~/components/ui/notify'
import { useAuth } from './auth-context'

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
