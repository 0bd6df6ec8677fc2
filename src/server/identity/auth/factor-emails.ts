import type { Prisma } from '~/generated/prisma/client'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import type { Branding } from '~/server/platform/email-texts/write-email'
import { factorRemoved, recoveryCodesMade, recoveryCodeUsed, wrongCodes } from './account-email-templates'
import { type AccountEvent, accountNotice, queueEmail } from './account-emails'
import type { Email } from '~/server/platform/mail/email'
import type { FactorCall } from './factor-account'

export async function queueFactorEmail(
  tx: Prisma.TransactionClient,
  call: FactorCall,
  write: (branding: Branding, event: AccountEvent) => Email,
): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({ where: { id: call.viewer.userId }, select: recipientFields })
  await queueEmail(tx, call, (branding) => write(branding, { ...recipientOf(owner), at: call.now(), timeZone: call.businessTimeZone }))
}

export const factorRemovedEmail = (
  branding: Branding,
  { friendlyName: factor, isLast, ...event }: AccountEvent & { friendlyName: string; isLast: boolean },
): Email =>
  accountNotice(branding, factorRemoved, event, {
    factor,
    left: isLast ? 'It was the last one: you now sign in with your password alone.' : 'You still need one of the others when you sign in.',
  })

export const recoveryCodeUsedEmail = (branding: Branding, { left, ...event }: AccountEvent & { left: number }): Email =>
  accountNotice(branding, recoveryCodeUsed, event, {
    left: left === 0 ? 'It was the last one. Please make new ones.' : `Recovery codes left: ${left}.`,
  })

export const recoveryCodesMadeEmail = (branding: Branding, event: AccountEvent): Email =>
  accountNotice(branding, recoveryCodesMade, event, {})

export const wrongCodesEmail = (branding: Branding, event: AccountEvent): Email => accountNotice(branding, wrongCodes, event, {})
