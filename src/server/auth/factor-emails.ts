import { setLetter, type LetterHouse } from '~/server/platform/mail/email-layout'
import { signInPage, timeText, type Recipient } from '~/server/accounts/account-emails'
import type { Letter } from '~/server/platform/mail/email'

/** What the owner of an account is told of its second factors, beside `factorAddedLetter`. */

interface Happening extends Recipient {
  at: Date
  timeZone: string
}

const NOT_YOU = 'If this was not you, set a new password on the sign-in page at once and check your second factors.'

/** Tells that a second factor that counted has been removed. */
export const factorRemovedLetter = (
  house: LetterHouse,
  { to, name, friendlyName, isLast, at, timeZone }: Happening & { friendlyName: string; isLast: boolean },
): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `A second factor was removed from your ${house.companyName} account`,
    before: [
      `The second factor "${friendlyName}" was removed from your account on ${timeText(at, timeZone)}. Other sessions of the account have been ended.`,
      isLast ? 'It was the last one: signing in now takes your password alone.' : 'Signing in still asks for one of the others.',
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: [NOT_YOU],
  })

/** Tells that a recovery code has been used in place of a second factor. */
export const recoveryCodeUsedLetter = (house: LetterHouse, { to, name, left, at, timeZone }: Happening & { left: number }): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `A recovery code of your ${house.companyName} account was used`,
    before: [
      `Somebody signed in to your account with a recovery code on ${timeText(at, timeZone)}.`,
      left === 0 ? 'It was the last one. Please make new ones.' : `Recovery codes left: ${left}.`,
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: [NOT_YOU],
  })

/** Tells that new recovery codes have been made. */
export const recoveryCodesMadeLetter = (house: LetterHouse, { to, name, at, timeZone }: Happening): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `New recovery codes for your ${house.companyName} account`,
    before: [`New recovery codes were made for your account on ${timeText(at, timeZone)}. Earlier ones no longer work.`],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: [NOT_YOU],
  })

/** Tells that wrong codes are being tried by somebody who knows the password. */
export const wrongCodesLetter = (house: LetterHouse, { to, name, at, timeZone }: Happening): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `Wrong codes for your ${house.companyName} account`,
    before: [
      `Somebody has signed in to your account with the right password and entered several wrong codes, the last one on ${timeText(at, timeZone)}. Your second factor has kept them out.`,
      'If this was not you, they know your password. Set a new one now: that ends their tries.',
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: ['If it was you, there is nothing to do.'],
  })
