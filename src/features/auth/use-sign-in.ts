import type * as z from 'zod'
import { useAuth } from '~/components/auth/auth-context'
import type { signInInput } from '~/contracts/auth'
import { announce } from '~/lib/auth-events'
import { AuthCallError, postToAuth } from '~/lib/auth-post'
import { trpc } from '~/trpc/client'

const NO_SESSION = 'The sign-in could not be completed. Please reload the page and try again.'

/**
 * Signs this browser in: the password is checked by `auth.signIn`, which has the words for a refusal;
 * its tokens are handed straight to NextAuth for the session's HttpOnly cookie and are kept nowhere.
 * @throws the call's error, or AuthCallError when no cookie came of it
 */
export function useSignIn() {
  const { reload } = useAuth()
  const { mutateAsync } = trpc.auth.signIn.useMutation()

  return async (credentials: z.output<typeof signInInput>): Promise<void> => {
    const { session } = await mutateAsync(credentials)
    await postToAuth('callback/credentials', { refreshToken: session.refreshToken })
    // A refused hand-over may be answered like a good one: only the session itself tells.
    if (!(await reload())) throw new AuthCallError(NO_SESSION)
    announce('SIGNED_IN')
  }
}
