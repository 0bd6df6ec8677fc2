import type { Prisma } from '~/generated/prisma/client'
import { recipientFields, recipientOf } from '~/server/outbox/recipient'
import type { Branding } from '~/server/platform/mail/email-layout'
import { queueEmail, type AccountEvent } from '~/server/accounts/account-emails'
import type { Email } from '~/server/platform/mail/email'
import type { FactorCall } from './factor-account'

/** Tells the account's owner by email what happens to its second factors, in the transaction of the change. */
export async function queueFactorEmail(
  tx: Prisma.TransactionClient,
  call: FactorCall,
  write: (branding: Branding, event: AccountEvent) => Email,
): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({ where: { id: call.viewer.userId }, select: recipientFields })
  await queueEmail(tx, call, (branding) => write(branding, { ...recipientOf(owner), at: call.now(), timeZone: call.businessTimeZone }))
}
