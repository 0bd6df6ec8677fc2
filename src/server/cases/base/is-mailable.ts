import { EMAIL_ADDRESS } from '~/contracts/email-address'
import { NO_ADDRESS } from '~/server/identity/users/no-address'
import { Prisma } from '~/generated/prisma/client'

/** The addresses that `contracts/auth.ts` takes, as the database reads them. */
const ADDRESS = EMAIL_ADDRESS.source

/** True if the user `u` has an address that emails can go to, as `mailable` of case-emails.ts says. */
export const isMailable = Prisma.sql`(length(u.email) <= 254 AND trim(u.email) ~ ${ADDRESS})`

/** True if the user `u` is a customer without an email address. */
export const hasNoAddressIn = Prisma.sql`starts_with(u.email, ${NO_ADDRESS})`
