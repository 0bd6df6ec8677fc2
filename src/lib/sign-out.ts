import { announce } from './auth-events'
import { AuthCallError, postToAuth } from './auth-post'
import { readBrowserSession } from './browser-session'

const FAILED = 'We could not reach the server, so you are still signed in. Please try again.'

/** @throws AuthCallError for people, if the session exists or may still exist */
export async function signOutBrowser(): Promise<void> {
  try {
    await postToAuth('signout')
    // NextAuth answers a refused sign-out like a successful one, so the session is read.
    if ((await readBrowserSession()) !== null) throw new AuthCallError(FAILED)
  } catch (cause) {
    if (cause instanceof AuthCallError && cause.isAnswer) throw cause
    throw new AuthCallError(FAILED, { cause })
  }
  announce('SIGNED_OUT')
}
