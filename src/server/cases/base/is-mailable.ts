import { EMAIL_ADDRESS } from '~/contracts/email-address'
import { NO_ADDRESS } from '~/server/identity/users/no-address'
import { Prisma } from '~/generated/prisma/client'

const ADDRESS = EMAIL_ADDRESS.source

/** True if emails can reach the user `u`; matches `mailable` of case-emails.ts. */
export const isMailable = Prisma.sql`(length(u.email) <= 254 AND trim(u.email) ~ ${ADDRESS})`

/** True if the user `u` is a customer without an email address. */
export const hasNoAddressIn = Prisma.sql`starts_with(u.email, ${NO_ADDRESS})`
