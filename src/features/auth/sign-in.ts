import { getProviders, getSession, signIn } from 'next-auth/react'
import { INVALID_CREDENTIALS } from '~/contracts/auth'

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.'

const UNAUTHORIZED = 401

/** Why a sign-in failed; the message is for people. */
export class SignInError extends Error {}

/**
 * Signs in with password (spec §7 Authentication).
 * @throws SignInError for wrong credentials, and for a server that does not answer as it should
 */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<void> {
  // Without this question next-auth would leave the page, and what was typed, when the network is down.
  if ((await getProviders()) === null) throw new SignInError(UNREACHABLE)

  let status: number | undefined
  try {
    const answer = await signIn<'credentials'>('credentials', { ...credentials, redirect: false })
    // An attempt with a stale form token is answered with 'ok' and no session.
    if (answer?.ok === true && (await getSession()) !== null) return
    status = answer?.status
  } catch (error) {
    throw new SignInError(UNREACHABLE, { cause: error })
  }
  throw new SignInError(status === UNAUTHORIZED ? INVALID_CREDENTIALS : UNREACHABLE)
}
