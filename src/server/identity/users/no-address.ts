import { Prisma } from '~/generated/prisma/client'

/** Stands in `users.email` for customers without one: nobody can sign in or up with it, and no email goes there. */
export const NO_ADDRESS = 'no-email:'

export const noAddressOf = (id: string): string => `${NO_ADDRESS}${id}`

export const hasNoAddress = (email: string): boolean => email.startsWith(NO_ADDRESS)

/** Null without an address. @param column of `users.email` */
export const addressOrNull = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE WHEN NOT starts_with(${column}, ${NO_ADDRESS}) THEN ${column} END`
