import type { Customer } from '~/contracts/customer'
import type { Prisma } from '~/generated/prisma/client'

/** What a row of orders, repairs or trade-ins is read with, for `toCustomer`. */
export const withCustomer = { user: { select: { profile: { select: { email: true, fullName: true } } } } } satisfies Prisma.OrderInclude

/** Who a row belongs to: nobody, where it has no user or the user no profile. */
export function toCustomer(user: { profile: { email: string; fullName: string | null } | null } | null): Customer {
  return { email: user?.profile?.email ?? null, fullName: user?.profile?.fullName ?? null }
}
