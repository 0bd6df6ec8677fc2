import { Prisma } from '~/generated/prisma/client'

/** The address of a user, as a history names people. */
export const emailOf = (userId: Prisma.Sql) => Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = ${userId})`
