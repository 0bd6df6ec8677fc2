import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'

/** The addresses that `contracts/auth.ts` takes, as the database reads them. */
const ADDRESS = z.regexes.email.source

/** True if the user `u` has an address that emails can go to, as `mailable` of emails.ts says. */
export const isMailable = Prisma.sql`(length(u.email) <= 254 AND trim(u.email) ~ ${ADDRESS})`
