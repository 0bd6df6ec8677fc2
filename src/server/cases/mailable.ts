import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'

/** What `contracts/auth.ts` takes for an address, as the database reads it. */
const ADDRESS = z.regexes.email.source

/** Whether the user `u` has an address that emails can go to, as `mailable` of emails.ts says. */
export const isMailable = Prisma.sql`(length(u.email) <= 254 AND trim(u.email) ~ ${ADDRESS})`
