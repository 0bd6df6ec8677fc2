import type { Limits } from './limits'
import type { Viewer } from './read-session'

/** An API key has limits of its own, so that a runaway program does not use up its maker's. */

type Caller = Pick<Viewer, 'role' | 'userId' | 'apiKey'>

/** @throws TOO_MANY_REQUESTS */
export async function takeCall(limits: Limits, { role, userId, apiKey }: Caller, { isChange }: { isChange: boolean }): Promise<void> {
  if (apiKey) {
    await limits.take('callsOfKey', apiKey.id)
    if (isChange) await limits.take('changesOfKey', apiKey.id)
  } else if (isChange) await limits.take(role === 'admin' ? 'changesOfAdmin' : 'changesOfCustomer', userId)
}

/** @throws TOO_MANY_REQUESTS */
export const takeExport = (limits: Limits, { userId, apiKey }: Caller): Promise<void> =>
  apiKey ? limits.take('exportsOfKey', apiKey.id) : limits.take('exports', userId)

export const uploaderOf = ({ userId, apiKey }: Caller): string => apiKey?.id ?? userId
