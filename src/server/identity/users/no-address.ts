import { Prisma } from '~/generated/prisma/client'

/**
 * Customers without an email address. `users.email` is what tells users apart, so each has a text there that is no address: nobody can
 * sign in or sign up with it, and every check before an email refuses it. Their profile, which lists and pages read, has an empty one.
 */
export const NO_ADDRESS = 'no-email:'

/** @param id of the user */
export const noAddressOf = (id: string): string => `${NO_ADDRESS}${id}`

export const hasNoAddress = (email: string): boolean => email.startsWith(NO_ADDRESS)

/** A user's address in a statement; null where they have none. @param column of `users.email` */
export const addressOrNull = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE WHEN NOT starts_with(${column}, ${NO_ADDRESS}) THEN ${column} END`
