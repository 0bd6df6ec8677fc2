import { randomUUID } from 'node:crypto'
import type { Recipient } from '~/server/platform/outbox/outbox'
import type { Prisma } from '~/generated/prisma/client'
import { hasErrorCode } from '~/server/platform/errors'
import { takeInSteps, type Limits, type LimitSteps } from './limits'
import type { Network } from '~/server/platform/network/network'
import { emailAddress } from '~/contracts/identity/auth'
import type { FactorType } from '~/contracts/identity/account'
import { formatZonedDateTime } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import { writeEmail, type Branding } from '~/server/platform/email-texts/write-email'
import {
  accountExists,
  confirmAddress,
  factorAdded,
  invitation,
  passwordChanged,
  passwordReset,
  staffInvitation,
  verification,
} from './account-email-templates'
import type { Email } from '~/server/platform/mail/email'

export const accountEmails: LimitSteps = { own: 'reset', everywhere: 'resetAddress', underAttack: 'resetUnderAttack' }

export async function emailMayBeSent(
  limits: Limits,
  tx: Prisma.TransactionClient,
  { email, network }: { email: string; network: Network | null },
): Promise<boolean> {
  try {
    await takeInSteps(limits.within(tx), email, network, accountEmails)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'over_request_rate_limit')) return false
    throw error
  }
}

const signInPage = ({ siteUrl }: Branding) => `${siteUrl}${paths.auth}`

// Browsers send a token behind the # to no server, not even as Referer.
const linkWith = (branding: Branding, key: 'verify' | 'reset' | 'claim', token: string) => `${signInPage(branding)}#${key}=${token}`

/** Works once within 24 hours. */
export const verificationEmail = (branding: Branding, { to, token }: { to: string; token: string }): Email =>
  writeEmail(branding, verification, { to, name: null, href: linkWith(branding, 'verify', token), values: {} })

/** Works once within an hour. */
export const passwordResetEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  writeEmail(branding, passwordReset, { to, name, href: linkWith(branding, 'reset', token), values: {} })

/** For a customer entered by staff; works once within 14 days. */
export const invitationEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  writeEmail(branding, invitation, { to, name, href: linkWith(branding, 'claim', token), values: {} })

/** Works once within 14 days. */
export const staffInvitationEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  writeEmail(branding, staffInvitation, { to, name, href: linkWith(branding, 'claim', token), values: {} })

export const confirmAddressEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  writeEmail(branding, confirmAddress, { to, name, href: linkWith(branding, 'verify', token), values: {} })

export const accountExistsEmail = (branding: Branding, { to, name }: Recipient): Email =>
  writeEmail(branding, accountExists, { to, name, href: signInPage(branding), values: {} })

export interface AccountEvent extends Recipient {
  at: Date
  timeZone: string
  /** Where the button leads, instead of the sign-in page. */
  page?: string
}

type NoticeField<Field extends string> = Exclude<Field, 'company' | 'link' | 'at'>

export function accountNotice<Field extends string>(
  branding: Branding,
  template: EmailTemplate<Field>,
  { to, name, at, timeZone, page = paths.auth }: AccountEvent,
  more: Readonly<Record<NoticeField<Field>, string>>,
): Email {
  const text: EmailTemplate = template
  return writeEmail(branding, text, {
    to,
    name,
    href: `${branding.siteUrl}${page}`,
    values: { at: formatZonedDateTime(at, timeZone), ...more },
  })
}

export const passwordChangedEmail = (branding: Branding, event: AccountEvent): Email => accountNotice(branding, passwordChanged, event, {})

const factorNames: Record<FactorType, string> = { totp: 'An authenticator app', phone: 'A phone number' }

export const factorAddedEmail = (
  branding: Branding,
  { factorType, friendlyName: factor, ...event }: AccountEvent & { factorType: FactorType; friendlyName: string },
): Email => accountNotice(branding, factorAdded, event, { kind: factorNames[factorType], factor })

/** In the causing transaction: `await queueEmail(tx, services, (branding) => accountExistsEmail(branding, { to, name }))` */
export async function queueEmail(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  write: (branding: Branding) => Email,
): Promise<void> {
  // In the transaction, since the embedded database has one connection.
  const email = write({ ...(await readBranding(tx, siteUrl)), texts: outbox.texts })
  // Skips users without a valid address, which plain SQL may have left.
  if (emailAddress.safeParse(email.to).success) await outbox.email(tx, email)
}

export async function queueCustomerEmail(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  write: (branding: Branding) => Email,
): Promise<void> {
  await outbox.customerEmails(tx, [{ email: write({ ...(await readBranding(tx, siteUrl)), texts: outbox.texts }), id: randomUUID() }])
}
