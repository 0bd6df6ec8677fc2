import { serverMessage } from '~/components/form/server-errors'
import { notify } from '~/components/ui/notify'
import { AuthCallError } from '~/lib/auth-post'

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'

/** The server's sentence, or that there was no answer. */
export const reasonOf = (error: unknown): string => (error instanceof AuthCallError ? error.message : (serverMessage(error) ?? UNREACHABLE))

/** For the sign-in screens (requirements §8); replaces the previous one. */
export const sayFailure = (title: string, error: unknown): void =>
  notify({ title, description: reasonOf(error), tone: 'danger', id: 'auth', cause: error })

/** A refresh that cannot be repeated has removed the session (requirements §8). */
export const sayEnded = (): void =>
  notify({ title: 'Signed out', description: 'Your session has ended. Please sign in again.', tone: 'danger', id: 'auth' })
