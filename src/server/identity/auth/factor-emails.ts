import type { Prisma } from '~/generated/prisma/client'
import { recipientFields, recipientOf } from '~/server/office/outbox/outbox'
import type { Branding } from '~/server/platform/mail/email-layout'
import { type AccountEvent, accountNotice, queueEmail, timeText } from './account-emails'
import type { Email } from '~/server/platform/mail/email'
import type { FactorCall } from './factor-account'

/** Emails the account's owner about its second factors, in the transaction of the change. */
export async function queueFactorEmail(
  tx: Prisma.TransactionClient,
  call: FactorCall,
  write: (branding: Branding, event: AccountEvent) => Email,
): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({ where: { id: call.viewer.userId }, select: recipientFields })
  await queueEmail(tx, call, (branding) => write(branding, { ...recipientOf(owner), at: call.now(), timeZone: call.businessTimeZone }))
}

/** Emails about second factors, beside `factorAddedEmail`. */

const NOT_YOU = 'If this was not you, set a new password on the sign-in page at once and check your second factors.'

export const factorRemovedEmail = (
  branding: Branding,
  { to, name, friendlyName, isLast, at, timeZone }: AccountEvent & { friendlyName: string; isLast: boolean },
): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `A second factor was removed from your ${branding.companyName} account`,
    before: [
      `The second factor "${friendlyName}" was removed from your account on ${timeText(at, timeZone)}. Other sessions of the account have been ended.`,
      isLast ? 'It was the last one: signing in now takes your password alone.' : 'Signing in still asks for one of the others.',
    ],
    after: [NOT_YOU],
  })

export const recoveryCodeUsedEmail = (branding: Branding, { to, name, left, at, timeZone }: AccountEvent & { left: number }): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `A recovery code of your ${branding.companyName} account was used`,
    before: [
      `Somebody signed in to your account with a recovery code on ${timeText(at, timeZone)}.`,
      left === 0 ? 'It was the last one. Please make new ones.' : `Recovery codes left: ${left}.`,
    ],
    after: [NOT_YOU],
  })

export const recoveryCodesMadeEmail = (branding: Branding, { to, name, at, timeZone }: AccountEvent): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `New recovery codes for your ${branding.companyName} account`,
    before: [`New recovery codes were made for your account on ${timeText(at, timeZone)}. Earlier ones no longer work.`],
    after: [NOT_YOU],
  })

/** Somebody who knows the password tries wrong codes. */
export const wrongCodesEmail = (branding: Branding, { to, name, at, timeZone }: AccountEvent): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `Wrong codes for your ${branding.companyName} account`,
    before: [
      `Somebody has signed in to your account with the right password and entered several wrong codes, the last one on ${timeText(at, timeZone)}. Your second factor has kept them out.`,
      'If this was not you, they know your password. Set a new one now: that ends their tries.',
    ],
    after: ['If it was you, there is nothing to do.'],
  })
