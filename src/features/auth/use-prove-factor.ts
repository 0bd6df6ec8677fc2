import { useAuth } from '~/components/auth/auth-context'
import { announce } from '~/lib/auth-events'
import { trpc } from '~/trpc/client'

/**
 * Proves the session by a second factor. The new tokens that the calls answer are for programs: this browser
 * gets the session's new cookie with the answer.
 * @param onProven what follows when the session has been read anew
 */
export function useProveFactor(onProven?: () => void) {
  const { reload } = useAuth()
  const challenge = trpc.auth.mfa.challenge.useMutation()
  const verify = trpc.auth.mfa.verify.useMutation()
  const recoverSession = trpc.auth.mfa.recover.useMutation()

  const done = async () => {
    await reload()
    announce('MFA_CHALLENGE_VERIFIED')
    onProven?.()
  }

  const byPhone = async (factorId: string, challengeId: string, code: string) => {
    await verify.mutateAsync({ factorId, challengeId, code })
    await done()
  }

  return {
    byPhone,
    byApp: async (factorId: string, code: string) => byPhone(factorId, (await challenge.mutateAsync({ factorId })).id, code),
    recover: async (code: string) => {
      await recoverSession.mutateAsync({ code })
      await done()
    },
  }
}
