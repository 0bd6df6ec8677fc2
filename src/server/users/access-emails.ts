import { setLetter, type LetterHouse } from '~/server/platform/mail/email-layout'
import { signInPage, timeText, type Recipient } from '~/server/accounts/account-emails'
import type { Letter } from '~/server/platform/mail/email'

/** What the owner of an account is told when an administrator has changed their access. */

interface Happening extends Recipient {
  at: Date
  timeZone: string
}

const ASK_US = 'If you did not ask for this, please contact us.'

/** Tells that an administrator has ended every session. */
export const sessionsEndedLetter = (house: LetterHouse, { to, name, at, timeZone }: Happening): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `You were signed out of your ${house.companyName} account`,
    before: [
      `Our team signed your account out on every device on ${timeText(at, timeZone)}. Your password and your second factors are as they were.`,
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: [ASK_US],
  })

/** Tells that an administrator has removed every second factor. */
export const factorsResetLetter = (house: LetterHouse, { to, name, at, timeZone }: Happening): Letter =>
  setLetter(house, {
    to,
    name,
    subject: `The second factors of your ${house.companyName} account were removed`,
    before: [
      `Our team removed the second factors and the recovery codes of your account on ${timeText(at, timeZone)}, and signed it out on every device.`,
      'Signing in now takes your password alone. Please add a second factor again.',
    ],
    link: { label: 'Go to the sign-in page', href: signInPage(house) },
    after: [ASK_US],
  })
