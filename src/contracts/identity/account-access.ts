import type { UserRole } from '~/contracts/statuses'
import { within, type ApiKey, type Scope } from './api-keys'

export type AccountChange = 'role' | 'scopes' | 'factors' | 'sessions' | 'address'

/** The person or program making the change. */
export interface Changer {
  userId: string | null
  /** Their access is limited to a list of scopes, as every API key's is. */
  isLimited: boolean
  /** An API key: it acts for its maker, but is not its maker. */
  isProgram: boolean
}

export interface ChangedAccount {
  userId: string
  role: UserRole
}

const isOwn = ({ userId, isProgram }: Changer, account: Pick<ChangedAccount, 'userId'>) =>
  !isProgram && userId?.toLowerCase() === account.userId.toLowerCase()

const what: Record<AccountChange, string> = {
  role: 'change roles and access',
  scopes: 'change roles and access',
  factors: 'remove the second factor of an administrator',
  sessions: 'end the sessions of an administrator',
  address: 'change the address of an administrator',
}
const unlimitedOnly = (change: AccountChange) => `Only an administrator without limits may ${what[change]}.`

/**
 * Decides if this person may change that account's access: the single rule for roles, scopes, second factors, sessions and addresses. A
 * limited administrator or an API key changes neither roles nor scopes, and nothing of another administrator.
 * @returns the reason why not; null if they may
 */
export function whyNotChange(changer: Changer, account: ChangedAccount, change: AccountChange): string | null {
  if (change === 'scopes' && isOwn(changer, account)) return 'Another administrator must change your access.'
  if (!changer.isLimited) return null
  if (change === 'role' || change === 'scopes') return unlimitedOnly(change)
  return account.role === 'admin' && !isOwn(changer, account) ? unlimitedOnly(change) : null
}

export const beyond = (wanted: readonly Scope[], owned: readonly Scope[] | null): Scope[] => {
  const had = new Set(within(wanted, owned))
  return wanted.filter((one) => !had.has(one))
}

/** The caller, and their API key if they use one. */
export interface KeyEnder {
  userId: string
  /** Null means every scope. */
  scopes: readonly Scope[] | null
  keyId: string | null
}

/**
 * Decides if this person may revoke that API key: its maker may, a key may revoke itself, and so may anybody with all of its scopes.
 * @returns the reason why not; null if they may
 */
export function whyNotRevoke({ userId, scopes, keyId }: KeyEnder, key: Pick<ApiKey, 'id' | 'scopes'> & { makerId: string }): string | null {
  const isTheirs = keyId === null ? key.makerId === userId : key.id === keyId
  if (isTheirs || beyond(key.scopes, scopes).length === 0) return null
  return 'This key may do more than you may. The person who made it can revoke it, and administrators who may do as much.'
}
