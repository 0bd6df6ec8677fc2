import type { AuthMethods } from '~/contracts/account'
import { codedError } from '~/server/platform/errors'
import type { Viewer } from './sessions'

/** How long a password or a code counts for what needs a recent one (docs/decisions/031). */
const RECENT_SECONDS = 10 * 60
/** By which the clocks of two processes may differ. */
const CLOCK_SECONDS = 60

type Proven = Pick<Viewer, 'amr' | 'hasVerifiedFactor'>

/** Where there is a second factor the password alone is not enough: it may be what was stolen. */
const counts = ({ method }: AuthMethods[number], { hasVerifiedFactor }: Proven) => !hasVerifiedFactor || method !== 'password'

/** Whether the session was proven less than ten minutes ago, by a code where the account has a second factor. */
export function isRecentlyProven(session: Proven, now: Date): boolean {
  return session.amr.some((used) => {
    const age = now.getTime() / 1000 - used.timestamp
    return counts(used, session) && age < RECENT_SECONDS && age > -CLOCK_SECONDS
  })
}

/**
 * For what a stolen session must not do.
 * @throws FORBIDDEN (`reauthentication_needed`)
 */
export function requireRecentProof(session: Proven, now: Date): void {
  if (isRecentlyProven(session, now)) return
  const proof = session.hasVerifiedFactor ? 'a code of your second factor' : 'your password'
  throw codedError('FORBIDDEN', 'reauthentication_needed', `Please confirm with ${proof} first.`)
}
