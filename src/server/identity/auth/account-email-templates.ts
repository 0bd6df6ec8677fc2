import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

const TO_SIGN_IN = 'Go to the sign-in page'
const NOT_YOU = 'If this was not you, set a new password on the sign-in page at once and check your second factors.'
const ASK_US = 'If you did not ask for this, please contact us.'

const about = { group: 'Accounts', fields: linkFields, required: ['link'] } as const
const at = { about: 'When it happened', example: '20 November 2026 at 12:00 (Europe/London)' }
const notice = { ...about, fields: { ...linkFields, at }, button: TO_SIGN_IN } as const
const factor = { about: 'Name of the second factor', example: 'My phone' }

export const verification = emailTemplate({
  ...about,
  id: 'account.verify',
  name: 'Verify an email address',
  subject: 'Verify your email address for {{company}}',
  body: [
    'Thank you for creating an account with {{company}}. Please verify your email address, then you can sign in.',
    BUTTON,
    'The link works once, within the next 24 hours. If you open it in a different browser from the one you signed up in, we ask for your password.',
    'If you did not create an account, please ignore this email: without your verification nobody can sign in with your address.',
  ],
  button: 'Verify email address',
})

export const passwordReset = emailTemplate({
  ...about,
  id: 'account.password_reset',
  name: 'Reset a password',
  subject: 'Reset your password for {{company}}',
  body: [
    'Somebody, probably you, asked for a new password for the account with this email address.',
    BUTTON,
    'The link works once, within the next hour. A new password signs you out on every device.',
    'If you did not ask for it, please ignore this email: your password stays as it is.',
  ],
  button: 'Set a new password',
})

export const invitation = emailTemplate({
  ...about,
  id: 'account.invitation',
  name: 'Invite a customer to their account',
  subject: 'Your customer account with {{company}}',
  body: [
    'We have opened a customer account for you at {{company}}, so that you can follow what we do with your equipment. Choose a password to make it yours.',
    BUTTON,
    'The link works once, within the next 14 days. After that, ask for a new password on the sign-in page.',
    'If you do not know us, please ignore this email: without a password nobody can sign in with your address.',
  ],
  button: 'Choose a password',
})

export const staffInvitation = emailTemplate({
  ...about,
  id: 'account.staff_invitation',
  name: 'Invite a member of staff',
  subject: 'You are invited to the back office of {{company}}',
  body: [
    'You were made an administrator of {{company}}. Choose a password, then sign in to its back office.',
    BUTTON,
    'The link works once, within the next 14 days. After that, ask for a new password on the sign-in page.',
    'If you do not work for us, please contact us: without a password nobody can sign in with your address.',
  ],
  button: 'Choose a password',
})

export const accountExists = emailTemplate({
  ...about,
  id: 'account.exists',
  name: 'Sign-up with a known address',
  subject: 'You already have an account with {{company}}',
  body: [
    'Somebody, probably you, tried to create an account with this email address. You have one already, and nothing about it has changed.',
    BUTTON,
    'If you no longer know your password, ask for a new one on the sign-in page. If it was not you, there is nothing to do.',
  ],
  button: 'Sign in',
})

export const passwordChanged = emailTemplate({
  ...notice,
  id: 'account.password_changed',
  name: 'Password changed',
  subject: 'Your password for {{company}} was changed',
  body: [
    'The password of your account was changed on {{at}}. We have signed you out on all other devices.',
    BUTTON,
    'If this was not you, ask for a new password on the sign-in page at once.',
  ],
})

export const factorAdded = emailTemplate({
  ...notice,
  fields: { ...notice.fields, factor, kind: { about: 'Kind of the second factor', example: 'An authenticator app' } },
  id: 'account.factor_added',
  name: 'Second factor added',
  subject: 'A second factor was added to your {{company}} account',
  body: [
    '{{kind}} named "{{factor}}" was added to your account on {{at}}. You now need it too when you sign in.',
    BUTTON,
    'If this was not you, set a new password on the sign-in page at once and remove the factor.',
  ],
})

export const factorRemoved = emailTemplate({
  ...notice,
  fields: {
    ...notice.fields,
    factor,
    left: { about: 'What signing in asks for now', example: 'It was the last one: you now sign in with your password alone.' },
  },
  id: 'account.factor_removed',
  name: 'Second factor removed',
  subject: 'A second factor was removed from your {{company}} account',
  body: [
    'The second factor "{{factor}}" was removed from your account on {{at}}. We have signed you out on all other devices.',
    '{{left}}',
    BUTTON,
    NOT_YOU,
  ],
})

export const recoveryCodeUsed = emailTemplate({
  ...notice,
  fields: { ...notice.fields, left: { about: 'How many codes are left', example: 'Recovery codes left: 7.' } },
  id: 'account.recovery_code_used',
  name: 'Recovery code used',
  subject: 'A recovery code of your {{company}} account was used',
  body: ['Somebody signed in to your account with a recovery code on {{at}}.', '{{left}}', BUTTON, NOT_YOU],
})

export const recoveryCodesMade = emailTemplate({
  ...notice,
  id: 'account.recovery_codes_made',
  name: 'New recovery codes',
  subject: 'New recovery codes for your {{company}} account',
  body: ['New recovery codes were made for your account on {{at}}. Earlier ones no longer work.', BUTTON, NOT_YOU],
})

export const wrongCodes = emailTemplate({
  ...notice,
  id: 'account.wrong_codes',
  name: 'Several wrong codes',
  subject: 'Wrong codes for your {{company}} account',
  body: [
    'Somebody entered the right password for your account and then several wrong codes, the last one on {{at}}. Your second factor kept them out.',
    'If this was not you, they know your password. Set a new one now to stop them.',
    BUTTON,
    'If it was you, there is nothing to do.',
  ],
})

export const sessionsEnded = emailTemplate({
  ...notice,
  id: 'account.signed_out',
  name: 'Signed out by the team',
  subject: 'You were signed out of your {{company}} account',
  body: ['Our team signed you out on every device on {{at}}. Your password and second factors have not changed.', BUTTON, ASK_US],
})

export const factorsReset = emailTemplate({
  ...notice,
  id: 'account.factors_reset',
  name: 'Second factors removed by the team',
  subject: 'The second factors of your {{company}} account were removed',
  body: [
    'Our team removed the second factors and the recovery codes of your account on {{at}}, and signed you out on every device.',
    'You now sign in with your password alone. Please add a second factor again.',
    BUTTON,
    ASK_US,
  ],
})

/** Also for people without an account, whom the shop knows from its counter. */
const addressNotice = {
  ...notice,
  fields: { ...notice.fields, address: { about: 'The new email address', example: 'maya@example.com' } },
  button: 'Contact us',
} as const

export const confirmAddress = emailTemplate({
  ...about,
  id: 'account.confirm_address',
  name: 'Confirm a new email address',
  subject: 'Confirm your new email address for {{company}}',
  body: [
    'Our team was asked to change your email address with {{company}} to this one. Please confirm that it is yours.',
    BUTTON,
    'The link works once, within the next 7 days. Until then we write to the address that we have.',
    'If you did not ask for this, please ignore this email: nothing changes.',
  ],
  button: 'Confirm this address',
})

export const addressAsked = emailTemplate({
  ...addressNotice,
  id: 'account.address_asked',
  name: 'Another email address asked for',
  subject: 'A new email address for you at {{company}}',
  body: [
    'Our team was asked on {{at}} to change your email address to {{address}}. It changes once that address is confirmed.',
    ASK_US,
    BUTTON,
  ],
})

export const addressChanged = emailTemplate({
  ...addressNotice,
  fields: { ...addressNotice.fields, use: { about: 'What the new address is for', example: 'Sign in with that address from now on.' } },
  id: 'account.address_changed',
  name: 'Email address changed',
  subject: 'Your email address at {{company}} was changed',
  body: ['Your email address was changed to {{address}} on {{at}}. {{use}}', ASK_US, BUTTON],
})

export const customersMerged = emailTemplate({
  ...notice,
  fields: { ...notice.fields, address: { about: 'The address that counts from now on', example: 'Sign in with this address.' } },
  id: 'account.merged',
  name: 'Two customers joined',
  subject: 'Your two customer records at {{company}} are one now',
  body: [
    'Our team found two customer records of yours, and joined them on {{at}}: repairs, trade-ins, orders, machines, invoices and store credit of both are in one place.',
    '{{address}}',
    BUTTON,
    'If these are not both yours, please contact us at once: we can undo it for 30 days.',
  ],
})

export const accountDeleted = emailTemplate({
  ...about,
  fields: {
    ...linkFields,
    money: { about: 'What becomes of the money of the account', example: 'You owe €500.00 on INV-2026-00042. …' },
    kept: { about: 'What stays, and why', example: 'Invoices and credit notes that we issued. Why: …' },
  },
  required: ['link', 'money', 'kept'],
  id: 'account.deleted',
  name: 'Account deleted',
  subject: 'Your {{company}} account has been deleted',
  body: [
    'As you asked, we have deleted your account: your profile, your password and second factors, and every device that was signed in.',
    '{{money}}',
    'This stays, and only this:',
    '{{kept}}',
    BUTTON,
    'If you did not ask for it, please contact us at once.',
  ],
  button: 'Visit our shop',
})

export const accountTemplates = [
  verification,
  passwordReset,
  invitation,
  staffInvitation,
  accountExists,
  passwordChanged,
  factorAdded,
  factorRemoved,
  recoveryCodeUsed,
  recoveryCodesMade,
  wrongCodes,
  sessionsEnded,
  factorsReset,
  confirmAddress,
  addressAsked,
  addressChanged,
  customersMerged,
  accountDeleted,
]
