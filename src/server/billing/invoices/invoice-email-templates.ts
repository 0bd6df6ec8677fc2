import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

const about = { group: 'Invoices', button: 'Look at the invoice' } as const
const fields = {
  ...linkFields,
  number: { about: 'Number of the invoice', example: 'INV-2026-00042' },
  subject: { about: 'The repair or order that it is for', example: 'repair RP-2026-0042' },
  total: { about: 'The sum of the invoice', example: '€175.00' },
  owed: { about: 'What is left to pay of it', example: '€95.00' },
}

export const invoiceIssued = emailTemplate({
  ...about,
  fields: {
    ...fields,
    payment: {
      about: 'What is left to pay, by when and how',
      example: 'Please pay €95.00 by 10 December 2026. The page below says how to pay.',
    },
  },
  required: ['number', 'payment', 'link'],
  id: 'invoice.issued',
  name: 'Invoice',
  subject: 'Invoice {{number}} for {{subject}}',
  body: ['Here is our invoice {{number}} for {{subject}}. It is for {{total}}.', '{{payment}}', BUTTON],
})

export const invoiceCredited = emailTemplate({
  ...about,
  button: 'Look at the credit note',
  fields: {
    ...fields,
    issued: { about: 'The day on which the invoice was issued', example: '26 November 2026' },
    note: { about: 'Number of the credit note', example: 'CN-2026-00007' },
    reason: { about: 'Why it is credited', example: 'The fan was not replaced' },
    payment: { about: 'What is left to pay then, and what stands on account', example: 'Nothing is left to pay.' },
  },
  required: ['note', 'number', 'link'],
  id: 'invoice.credited',
  name: 'Credit note',
  subject: 'Credit note {{note}} for invoice {{number}}',
  body: [
    'Here is our credit note {{note}} for {{total}}. It corrects invoice {{number}} of {{issued}} for {{subject}}: {{reason}}.',
    '{{payment}}',
    BUTTON,
  ],
})

export const invoiceReminder = emailTemplate({
  ...about,
  fields: { ...fields, due: { about: 'The day on which it was due', example: '10 December 2026' } },
  required: ['number', 'owed', 'due', 'link'],
  id: 'invoice.reminder',
  name: 'Invoice overdue',
  subject: 'Invoice {{number}}: {{owed}} was due on {{due}}',
  body: [
    '{{owed}} of invoice {{number}} for {{subject}} was due on {{due}} and has not reached us yet.',
    'If you have paid in the last few days, you need not do anything. If something is wrong with the invoice, please contact us.',
    BUTTON,
  ],
})

const receipt = {
  ...about,
  button: 'Look at your payments',
  fields: {
    ...linkFields,
    amount: { about: 'What was paid', example: '€95.00' },
    way: { about: 'How it was paid', example: 'bank transfer' },
    day: { about: 'The day on which it came', example: '21 November 2026' },
    subject: { about: 'The repair or order that it is for', example: 'repair RP-2026-0042' },
    payment: { about: 'When and how the rest is paid, and what stands on account', example: 'You pay €80.00 when the work is done.' },
  },
} as const

export const paymentReceived = emailTemplate({
  ...receipt,
  required: ['amount', 'link'],
  id: 'payment.received',
  name: 'Receipt',
  subject: 'Receipt: {{amount}} for {{subject}}',
  body: ['We have received {{amount}} for {{subject}} by {{way}} on {{day}}. Thank you.', '{{payment}}', BUTTON],
})

export const paymentReversed = emailTemplate({
  ...receipt,
  fields: { ...linkFields, amount: receipt.fields.amount },
  required: ['amount', 'link'],
  id: 'payment.reversed',
  name: 'Receipt sent by mistake',
  subject: 'Our receipt for {{amount}} was a mistake',
  body: [
    'We wrote to you that we had received {{amount}}. That was a mistake of ours: we have not received it. Please do not use that receipt.',
    'If you did pay it, please tell us when and how, and we will look for it.',
    BUTTON,
  ],
})

export const invoiceTemplates = [invoiceIssued, invoiceCredited, invoiceReminder, paymentReceived, paymentReversed]
