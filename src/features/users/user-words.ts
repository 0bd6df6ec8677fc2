import type { UserRole } from '~/contracts/statuses'

/** The words of User Management (spec §2, §8). */
export const userWords = {
  roleUpdated: (role: UserRole) => `User role updated to ${role}`,
  roleFailed: 'Failed to update user role',
  loadFailed: 'Failed to fetch users',
  noneMatch: 'No users match your filters',
  none: 'No users found',
  noName: 'No name provided',
  noPhone: 'Not provided',
} as const
