import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/auth/call'

/** Who sets a status, and by which rules what follows from it. */
export type StatusCall = SignedInCall<'now' | 'creditLimit' | 'outbox' | 'siteUrl' | 'businessTimeZone'>

/**
 * What a change of status causes in the same transaction, after the rows have it and while they are locked. It may come
 * again with the status that they have already, and does nothing twice.
 * @param change ids in lower case
 * @returns sentences for whoever has set it; none where there is nothing to say
 */
export type StatusEffect = (
  tx: Prisma.TransactionClient,
  call: StatusCall,
  change: { ids: readonly string[]; status: string },
) => Promise<string[]>
