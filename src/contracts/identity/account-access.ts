import type { UserRole } from '~/contracts/statuses'
import { within, type ApiKey, type Scope } from './api-keys'

/** What a change of somebody's account touches. */
export type AccountChange = 'role' | 'scopes' | 'factors' | 'sessions' | 'address'

/** The person or program that changes something. */
export interface Changer {
  userId: string | null
  /** They have a list of scopes, as an API key always has. */
  isLimited: boolean
  /** A program acts for its maker, but is not its maker. */
  isProgram: boolean
}

/** The account that is changed. */
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
 * May this person change that account's access? The one answer for roles, scopes, second factors, sessions and addresses: a limited
 * administrator and an API key change no role, no scopes, and nothing of another administrator.
 * @returns the reason why not; null if they may
 */
export function whyNotChange(changer: Changer, account: ChangedAccount, change: AccountChange): string | null {
  if (change === 'scopes' && isOwn(changer, account)) return 'Another administrator must change your access.'
  if (!changer.isLimited) return null
  if (change === 'role' || change === 'scopes') return unlimitedOnly(change)
  return account.role === 'admin' && !isOwn(changer, account) ? unlimitedOnly(change) : null
}

/** Scopes that a person wants to give and does not have. */
export const beyond = (wanted: readonly Scope[], owned: readonly Scope[] | null): Scope[] => {
  const had = new Set(within(wanted, owned))
  return wanted.filter((one) => !had.has(one))
}

/** The caller, with the API key that they use. */
export interface KeyEnder {
  userId: string
  /** Null is everything. */
  scopes: readonly Scope[] | null
  keyId: string | null
}

/**
 * May this person end that API key? Its maker may, a key may end itself, and others who may do all that it may.
 * @returns the reason why not; null if they may
 */
export function whyNotRevoke({ userId, scopes, keyId }: KeyEnder, key: Pick<ApiKey, 'id' | 'scopes'> & { makerId: string }): string | null {
  const isTheirs = keyId === null ? key.makerId === userId : key.id === keyId
  if (isTheirs || beyond(key.scopes, scopes).length === 0) return null
  return 'This key may do more than you may. The person who made it can revoke it, and administrators who may do as much.'
}
