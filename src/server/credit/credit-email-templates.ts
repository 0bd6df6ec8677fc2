import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

export const USE_OF_CREDIT = 'You can use it to pay for all or part of your repairs and orders with us. We cannot pay it out in cash.'

const about = { group: 'Store credit', button: 'Open your store credit', required: ['amount', 'link'] } as const
const fields = {
  ...linkFields,
  amount: { about: 'What can be spent', example: '€320.00' },
  reason: { about: 'The reason in brackets with a blank before them; empty where none is written down', example: ' (TI-2026-0042)' },
}

export const creditIssued = emailTemplate({
  ...about,
  fields: {
    ...fields,
    cause: { about: 'What it is for', example: 'for your trade-in' },
    expiry: { about: 'When it expires', example: 'It never expires.' },
  },
  id: 'credit.issued',
  name: 'Store credit added',
  subject: '{{amount}} of store credit is in your account',
  body: ['We have added {{amount}} of store credit to your account {{cause}}{{reason}}.', `{{expiry}} ${USE_OF_CREDIT}`, BUTTON],
})

export const creditExpires = emailTemplate({
  ...about,
  fields: { ...fields, expiry: { about: 'The day on which it expires', example: '20 January 2027' } },
  required: ['amount', 'expiry', 'link'],
  id: 'credit.expires',
  name: 'Store credit expires soon',
  subject: '{{amount}} of your store credit expires on {{expiry}}',
  body: [
    'You still have {{amount}} to spend of the store credit that we gave you{{reason}}. It expires on {{expiry}}.',
    USE_OF_CREDIT,
    BUTTON,
    'This does not include store credit that a payment already holds.',
  ],
})
