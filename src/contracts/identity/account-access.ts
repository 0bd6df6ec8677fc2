import type { UserRole } from '~/contracts/statuses'
import { within, type ApiKey, type Scope } from './api-keys'

export type AccountChange = 'role' | 'scopes' | 'factors' | 'sessions' | 'address'

export interface Changer {
  userId: string | null
  /** Limited to a list of scopes, as every API key is. */
  isLimited: boolean
  /** An API key: acts for its maker, but is not that person. */
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
 * The one rule for changing roles, scopes, second factors, sessions and addresses of accounts. A limited administrator or an API key
 * changes neither roles nor scopes, and nothing of another administrator.
 * @returns the reason for a refusal; null if allowed
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

export interface KeyEnder {
  userId: string
  scopes: readonly Scope[] | null
  keyId: string | null
}

/** Its maker, the key itself, and anybody with all of its scopes may revoke a key. @returns the reason for a refusal; null if allowed */
export function whyNotRevoke({ userId, scopes, keyId }: KeyEnder, key: Pick<ApiKey, 'id' | 'scopes'> & { makerId: string }): string | null {
  const isTheirs = keyId === null ? key.makerId === userId : key.id === keyId
  if (isTheirs || beyond(key.scopes, scopes).length === 0) return null
  return 'This key may do more than you may. The person who made it can revoke it, and administrators who may do as much.'
}
