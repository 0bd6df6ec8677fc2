import { Prisma } from '~/generated/prisma/client'

/**
 * Customers without an email address. `users.email` is what tells users apart, so each has a text there that is no address: nobody can
 * sign in or sign up with it, and every check before an email refuses it. Their profile, which lists and pages read, has an empty one.
 */
const PREFIX = 'no-email:'

/** @param id of the user */
export const noAddressOf = (id: string): string => `${PREFIX}${id}`

export const hasNoAddress = (email: string): boolean => email.startsWith(PREFIX)

/** A user's address in a statement; null where they have none. @param column of `users.email` */
export const addressOrNull = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE WHEN NOT starts_with(${column}, ${PREFIX}) THEN ${column} END`
