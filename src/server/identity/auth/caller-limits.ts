import type { Limits } from './limits'
import type { Viewer } from './read-session'

/**
 * Rate limits by caller. An API key has limits of its own at every address that accepts keys: a runaway program is stopped, without using
 * up the limits of the key's maker.
 */

type Caller = Pick<Viewer, 'role' | 'userId' | 'apiKey'>

/** Counts a call, or a file that is read or sent. @throws TOO_MANY_REQUESTS */
export async function takeCall(limits: Limits, { role, userId, apiKey }: Caller, { isChange }: { isChange: boolean }): Promise<void> {
  if (apiKey) {
    await limits.take('callsOfKey', apiKey.id)
    if (isChange) await limits.take('changesOfKey', apiKey.id)
  } else if (isChange) await limits.take(role === 'admin' ? 'changesOfAdmin' : 'changesOfCustomer', userId)
}

/** Counts an export. @throws TOO_MANY_REQUESTS */
export const takeExport = (limits: Limits, { userId, apiKey }: Caller): Promise<void> =>
  apiKey ? limits.take('exportsOfKey', apiKey.id) : limits.take('exports', userId)

/** The id whose uploads run one at a time. */
export const uploaderOf = ({ userId, apiKey }: Caller): string => apiKey?.id ?? userId
