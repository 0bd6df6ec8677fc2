import { announce } from './auth-events'
import { AuthCallError, postToAuth } from './auth-post'
import { readBrowserSession } from './browser-session'

const FAILED = 'We could not reach the server, so you are still signed in. Please try again.'

/**
 * Ends the session of this browser and tells its other tabs.
 * @throws AuthCallError with a sentence for people when the session is still there, or may be
 */
export async function signOutBrowser(): Promise<void> {
  try {
    await postToAuth('signout')
    // A refused sign-out is answered like a good one: only the session itself tells.
    if ((await readBrowserSession()) !== null) throw new AuthCallError(FAILED)
  } catch (cause) {
    if (cause instanceof AuthCallError && cause.isAnswer) throw cause
    throw new AuthCallError(FAILED, { cause })
  }
  announce('SIGNED_OUT')
}
