import { useAuth } from '~/components/auth/auth-context'
import { announce } from '~/lib/auth-events'
import { trpc } from '~/trpc/client'

/** Proves a new factor by its first code; from then on it counts, and the session has risen with it. */
export function useConfirmFactor(onAdded: () => void) {
  const { reload } = useAuth()
  const verify = trpc.auth.mfa.verify.useMutation()

  return async (factorId: string, challengeId: string, code: string): Promise<void> => {
    await verify.mutateAsync({ factorId, challengeId, code })
    announce('MFA_CHALLENGE_VERIFIED')
    void reload().catch(() => undefined)
    onAdded()
  }
}
