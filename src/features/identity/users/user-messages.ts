import type { UserRole } from '~/contracts/statuses'
import { nameOfCustomer, type NamedPerson } from '~/lib/customer-name'

/** By email address, otherwise as `nameOfCustomer`. */
export const whoIs = ({ email, ...person }: NamedPerson): string => email || nameOfCustomer(person)

/** (requirements §2, §8) */
export const userMessages = {
  roleUpdated: (role: UserRole) => `User role updated to ${role}`,
  roleFailed: 'Failed to update user role',
  loadFailed: 'Failed to fetch users',
  noneMatch: 'No users match your filters',
  none: 'No users found',
  noName: 'No name provided',
  noPhone: 'Not provided',
  scopes: 'Access…',
  limited: 'Your access is limited. Administrators without limits change roles, access, and the accounts of other administrators.',
  readOnly: 'Your access does not include changing users.',
  endSessions: {
    action: 'End sessions…',
    title: 'End all sessions of this user?',
    message: (email: string) =>
      `${email} is signed out on every device, and we tell them by email. They sign in again with the same password, and with a code if they use one.`,
    confirm: 'End sessions',
    done: (email: string) => `${email} has been signed out everywhere`,
    nothing: (email: string) => `${email} is signed in nowhere`,
    failed: 'Failed to end the sessions',
  },
  resetFactors: {
    action: 'Reset second factors…',
    title: 'Reset the second factors of this user?',
    message: (email: string) =>
      `The second factors and recovery codes of ${email} are removed, and they are signed out on every device. They can then sign in with their password alone. We tell them by email. Do this only when you know who is asking.`,
    confirm: 'Reset second factors',
    done: (email: string) => `The second factors of ${email} have been removed`,
    nothing: (email: string) => `${email} has no second factor`,
    failed: 'Failed to reset the second factors',
  },
} as const
