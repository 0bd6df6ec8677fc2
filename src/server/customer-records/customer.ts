import * as z from 'zod'
import type { Customer } from '~/contracts/customer'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject, recordRow } from '~/server/platform/lists/json-row'

/** What a row of orders, repairs or trade-ins is read with, for `toCustomer`. */
export const withCustomer = { user: { select: { profile: { select: { email: true, fullName: true } } } } } satisfies Prisma.OrderInclude

/** Who a row belongs to: nobody, where it has no user or the user no profile. */
export function toCustomer(user: { profile: { email: string; fullName: string | null } | null } | null): Customer {
  return { email: user?.profile?.email ?? null, fullName: user?.profile?.fullName ?? null }
}

/** The same of the row `t` in a list. */
const customerJson = Prisma.sql`coalesce(
    (SELECT ${jsonObject({ email: Prisma.sql`p.email`, fullName: Prisma.sql`p.full_name` })} FROM profiles AS p WHERE p.user_id = t.user_id),
    ${jsonObject({ email: Prisma.sql`NULL`, fullName: Prisma.sql`NULL` })})`

const customerShape = z.object({ email: z.string().nullable(), fullName: z.string().nullable() })

/** How a list reads a record that belongs to a customer. */
export const customerRecordRow = <Shape extends z.ZodRawShape>(shape: Shape) =>
  recordRow({ ...shape, customer: customerShape }, { customer: customerJson })
