import type { Prisma } from '~/generated/prisma/client'
import { recipientFields, recipientOf } from '~/server/outbox/recipient'
import type { LetterHouse } from '~/server/platform/mail/email-layout'
import { postLetter, type Recipient } from '~/server/accounts/account-emails'
import type { Letter } from '~/server/platform/mail/email'
import type { FactorCall } from './factor-account'

/** What every such letter says: to whom, and when it happened. */
type Happening = Recipient & { at: Date; timeZone: string }

/** Tells the account's owner by letter what happens to its second factors, in the transaction of the change. */
export async function postFactorNotice(
  tx: Prisma.TransactionClient,
  call: FactorCall,
  write: (house: LetterHouse, happening: Happening) => Letter,
): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({ where: { id: call.viewer.userId }, select: recipientFields })
  await postLetter(tx, call, (house) => write(house, { ...recipientOf(owner), at: call.now(), timeZone: call.businessTimeZone }))
}
