import type { Branding } from '~/server/platform/mail/email-layout'
import { accountNotice, timeText, type AccountEvent } from '~/server/accounts/account-emails'
import type { Email } from '~/server/platform/mail/email'

/** What the owner of an account is told when an administrator has changed their access. */

const ASK_US = 'If you did not ask for this, please contact us.'

/** Tells that an administrator has ended every session. */
export const sessionsEndedEmail = (branding: Branding, { to, name, at, timeZone }: AccountEvent): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `You were signed out of your ${branding.companyName} account`,
    before: [
      `Our team signed your account out on every device on ${timeText(at, timeZone)}. Your password and your second factors are as they were.`,
    ],
    after: [ASK_US],
  })

/** Tells that an administrator has removed every second factor. */
export const factorsResetEmail = (branding: Branding, { to, name, at, timeZone }: AccountEvent): Email =>
  accountNotice(branding, {
    to,
    name,
    subject: `The second factors of your ${branding.companyName} account were removed`,
    before: [
      `Our team removed the second factors and the recovery codes of your account on ${timeText(at, timeZone)}, and signed it out on every device.`,
      'Signing in now takes your password alone. Please add a second factor again.',
    ],
    after: [ASK_US],
  })
