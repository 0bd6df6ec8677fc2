import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject, recordRow } from '~/server/platform/lists/json-row'

/** Who the row `t` belongs to: nobody, where it has no user or the user no profile. */
const customerJson = Prisma.sql`coalesce(
    (SELECT ${jsonObject({ email: Prisma.sql`p.email`, fullName: Prisma.sql`p.full_name` })} FROM profiles AS p WHERE p.user_id = t.user_id),
    ${jsonObject({ email: Prisma.sql`NULL`, fullName: Prisma.sql`NULL` })})`

export const customerShape = z.object({ email: z.string().nullable(), fullName: z.string().nullable() })

/** How a list reads a record that belongs to a customer. @param joined what else is no column of its own */
export const customerRecordRow = <Shape extends z.ZodRawShape>(shape: Shape, joined: Record<string, Prisma.Sql> = {}) =>
  recordRow({ ...shape, customer: customerShape }, { ...joined, customer: customerJson })
