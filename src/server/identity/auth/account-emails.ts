import { randomUUID } from 'node:crypto'
import type { Recipient } from '~/server/office/outbox/outbox'
import type { Prisma } from '~/generated/prisma/client'
import { hasErrorCode } from '~/server/platform/errors'
import { takeInSteps, type Limits, type LimitSteps } from './limits'
import type { Network } from '~/server/platform/network/network'
import { emailAddress } from '~/contracts/identity/auth'
import type { FactorType } from '~/contracts/identity/account'
import { paths } from '~/lib/paths'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { type Branding, type EmailContent, renderEmail } from '~/server/platform/mail/email-layout'
import type { Email } from '~/server/platform/mail/email'

/** Limits on emails that are asked for without a session. */
export const accountEmails: LimitSteps = { own: 'reset', everywhere: 'resetAddress', underAttack: 'resetUnderAttack' }

/** Counts an email and tells if it may be sent. A refused sign-up answers as always: nobody learns anything, and a full inbox is spared. */
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

/** For emails without a token. */
const signInPage = ({ siteUrl }: Branding) => `${siteUrl}${paths.auth}`

// A token stands behind the #, which browsers send to no server, neither in a request nor as Referer.
const linkWith = (branding: Branding, key: 'verify' | 'reset' | 'claim', token: string) => `${signInPage(branding)}#${key}=${token}`

/** Proves an address; the link works once within 24 hours. */
export const verificationEmail = (branding: Branding, { to, token }: { to: string; token: string }): Email =>
  renderEmail(branding, {
    to,
    name: null,
    subject: `Verify your email address for ${branding.companyName}`,
    before: [`Thank you for creating an account with ${branding.companyName}. Please verify your email address, then you can sign in.`],
    link: { label: 'Verify email address', href: linkWith(branding, 'verify', token) },
    after: [
      'The link works once, within the next 24 hours. In another browser than the one that you signed up in, it asks for the password that you chose.',
      'If you did not create an account, please ignore this letter: without your verification nobody can sign in with your address.',
    ],
  })

/** Sets a new password; the link works once within an hour. */
export const passwordResetEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  renderEmail(branding, {
    to,
    name,
    subject: `Reset your password for ${branding.companyName}`,
    before: ['Somebody, probably you, asked for a new password for the account with this email address.'],
    link: { label: 'Set a new password', href: linkWith(branding, 'reset', token) },
    after: [
      'The link works once, within the next hour. A new password ends every session of the account.',
      'If you did not ask for it, please ignore this letter: your password stays as it is.',
    ],
  })

/** Invites a customer whom the shop has entered; the link works once within 14 days. */
export const invitationEmail = (branding: Branding, { to, name, token }: Recipient & { token: string }): Email =>
  renderEmail(branding, {
    to,
    name,
    subject: `Your customer account with ${branding.companyName}`,
    before: [
      `We have opened a customer account for you at ${branding.companyName}, so that you can follow what we do with your equipment. Choose a password to make it yours.`,
    ],
    link: { label: 'Choose a password', href: linkWith(branding, 'claim', token) },
    after: [
      'The link works once, within the next 14 days. Later on, ask for a new password on the sign-in page.',
      'If you do not know us, please ignore this letter: without a password nobody can sign in with your address.',
    ],
  })

/** Tells the owner of a verified address that somebody has tried to sign up with it. */
export const accountExistsEmail = (branding: Branding, { to, name }: Recipient): Email =>
  renderEmail(branding, {
    to,
    name,
    subject: `You already have an account with ${branding.companyName}`,
    before: [
      'Somebody, probably you, tried to create an account with this email address. You have one already, and nothing about it has changed.',
    ],
    link: { label: 'Sign in', href: signInPage(branding) },
    after: ['If you no longer know your password, ask for a new one on the sign-in page. If it was not you, there is nothing to do.'],
  })

/** A moment in an email, such as '20 November 2026 at 12:00 (Europe/London)'. */
export const timeText = (at: Date, timeZone: string) =>
  at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }) + ` (${timeZone.replaceAll('_', ' ')})`

/** An event of an account, for an email to its owner. */
export interface AccountEvent extends Recipient {
  at: Date
  timeZone: string
}

/** An email with a link to the sign-in page. */
export const accountNotice = (branding: Branding, content: Omit<EmailContent, 'link'>): Email =>
  renderEmail(branding, { ...content, link: { label: 'Go to the sign-in page', href: signInPage(branding) } })

export const passwordChangedEmail = (branding: Branding, { to, name, at, timeZone }: AccountEvent): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `Your password for ${branding.companyName} was changed`,
    before: [`The password of your account was changed on ${timeText(at, timeZone)}. Other sessions of the account have been ended.`],
    after: ['If this was not you, ask for a new password on the sign-in page at once.'],
  })

const factorNames: Record<FactorType, string> = { totp: 'An authenticator app', phone: 'A phone number' }

export const factorAddedEmail = (
  branding: Branding,
  { to, name, factorType, friendlyName, at, timeZone }: AccountEvent & { factorType: FactorType; friendlyName: string },
): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `A second factor was added to your ${branding.companyName} account`,
    before: [
      `${factorNames[factorType]} named "${friendlyName}" was added to your account on ${timeText(at, timeZone)}. From now on signing in asks for it too.`,
    ],
    after: ['If this was not you, set a new password on the sign-in page at once and remove the factor.'],
  })

/**
 * Posts an email with the site's name and address in the transaction of the change that causes it.
 * @example await queueEmail(tx, services, (branding) => accountExistsEmail(branding, { to, name }))
 */
export async function queueEmail(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  write: (branding: Branding) => Email,
): Promise<void> {
  // Within the transaction: the embedded database has one connection, which the transaction holds.
  const { company_name: companyName } = await readSettings(tx)
  const email = write({ companyName, siteUrl })
  // Who has no address, and what plain SQL has left for one, are not written to.
  if (emailAddress.safeParse(email.to).success) await outbox.email(tx, email)
}

/** The same for an administrator's change, which names the email and can recall it for a moment. */
export async function queueCustomerEmail(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  write: (branding: Branding) => Email,
): Promise<void> {
  const { company_name: companyName } = await readSettings(tx)
  await outbox.customerEmails(tx, [{ email: write({ companyName, siteUrl }), id: randomUUID() }])
}
