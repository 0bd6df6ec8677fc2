import { Prisma } from '~/generated/prisma/client'

export const emailOf = (userId: Prisma.Sql) => Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = ${userId})`
