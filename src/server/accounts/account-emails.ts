import type { FactorType } from '~/contracts/account'
import type { Prisma } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/settings/read'
import { setLetter, type LetterHouse } from '~/server/platform/mail/email-layout'
import type { Letter } from '~/server/platform/mail/email'

/** Every letter that the shop writes by itself. */

export interface Recipient {
  to: string
  /** Null when the address is not verified: its account may have been opened by anyone, with any name. */
  name: string | null
}

/** Where letters without a token lead. */
export const signInPage = ({ siteUrl }: LetterHouse) => `${siteUrl}${paths.auth}`

// A token stands behind the #: browsers send that part to no server, neither in a request nor as Referer.
const linkWith = (house: LetterHouse, key: 'verify' | 'reset', token: string) => `${signInPage(house)}#${key}=${token}`

/** To prove an address; the link works once within 24 hours. */
export const verificationLetter = (house: LetterHouse, { to, token }: { to: string; token: string }): Letter =>
  setLetter(house, {
    to,
    name: null,
    subject: `Verify your email address for ${house.companyName}`,
    before: [`Thank you for creating an account with ${house.companyName}. Please verify your email address, then you can sign in.`],
    link: { label: 'Verify email address', href: linkWith(house, 'verify', token) },
    after: [
      'The link works once, within the next 24 hours. In another browser than the one that you signed up in, it asks for the password that you chose.',
      'If you did not create an account, please ignore this letter: without your verification nobody can sign in with your address.',
    ],
  })

/** To set a new password; the link works once within an hour. */
export const passwordResetLetter = (house: LetterHouse, { to, name, token }: Recipient & { token: string }): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `Reset your password for ${house.companyName}`,
    before: ['Somebody, probably you, asked for a new password for the account with this email address.'],
    link: { label: 'Set a new password', href: linkWith(house, 'reset', token) },
    after: [
      'The link works once, within the next hour. A new password ends every session of the account.',
      'If you did not ask for it, please ignore this letter: your password stays as it is.',
    ],
  })

/** To the owner of a verified address with which somebody has tried to sign up. */
export const accountExistsLetter = (house: LetterHouse, { to, name }: Recipient): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `You already have an account with ${house.companyName}`,
    before: [
      'Somebody, probably you, tried to create an account with this email address. You have one already, and nothing about it has changed.',
    ],
    link: { label: 'Sign in', href: signInPage(house) },
    after: ['If you no longer know your password, ask for a new one on the sign-in page. If it was not you, there is nothing to do.'],
  })

/** A moment as a letter names it, e.g. '20 November 2026 at 12:00 (Europe/London)'. */
export const timeText = (at: Date, timeZone: string) =>
  at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }) + ` (${timeZone.replaceAll('_', ' ')})`

/** Tells that the password has changed. */
export const passwordChangedLetter = (house: LetterHouse, { to, name, at, timeZone }: Recipient & { at: Date; timeZone: string }): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `Your password for ${house.companyName} was changed`,
    before: [`The password of your account was changed on ${timeText(at, timeZone)}. Other sessions of the account have been ended.`],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: ['If this was not you, ask for a new password on the sign-in page at once.'],
  })

const factorNames: Record<FactorType, string> = { totp: 'An authenticator app', phone: 'A phone number' }

/** Tells that a second factor has been added. */
export const factorAddedLetter = (
  house: LetterHouse,
  {
    to,
    name,
    factorType,
    friendlyName,
    at,
    timeZone,
  }: Recipient & { factorType: FactorType; friendlyName: string; at: Date; timeZone: string },
): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `A second factor was added to your ${house.companyName} account`,
    before: [
      `${factorNames[factorType]} named "${friendlyName}" was added to your account on ${timeText(at, timeZone)}. From now on signing in asks for it too.`,
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: ['If this was not you, set a new password on the sign-in page at once and remove the factor.'],
  })

/**
 * Writes a letter with the site's name and address, and posts it in the transaction of the change that
 * causes it: both stand, or neither does.
 * @example await postLetter(tx, services, (house) => accountExistsLetter(house, { to, name }))
 */
export async function postLetter(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  write: (house: LetterHouse) => Letter,
): Promise<void> {
  // Within the transaction: the embedded database has one connection, which the transaction holds.
  const { company_name: companyName } = await readSettings(tx)
  await outbox.letter(tx, write({ companyName, siteUrl }))
}
