import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/office/emails/templates'

/** The emails about invoices and what is left to pay. */

const about = { group: 'Invoices', button: 'Look at it and pay' } as const
const fields = {
  ...linkFields,
  number: { about: 'Number of the invoice', example: 'INV-2026-00042' },
  subject: { about: 'The repair or order that it is for', example: 'repair RP-2026-0042' },
  total: { about: 'The sum of the invoice', example: '€175.00' },
  owed: { about: 'What is left to pay of it', example: '€95.00' },
}

export const invoiceIssued = emailTemplate({
  ...about,
  fields: { ...fields, payment: { about: 'What is left to pay and by when', example: 'Please pay €95.00 by 10 December 2026.' } },
  required: ['number', 'payment', 'link'],
  id: 'invoice.issued',
  name: 'Invoice',
  subject: 'Invoice {{number}} for {{subject}}',
  body: ['Here is invoice {{number}} over {{total}} for {{subject}}.', '{{payment}}', BUTTON],
})

export const invoiceCredited = emailTemplate({
  ...about,
  button: 'Look at it',
  fields: {
    ...fields,
    note: { about: 'Number of the credit note', example: 'CN-2026-00007' },
    reason: { about: 'Why it is credited', example: 'The fan was not replaced' },
    payment: { about: 'What is left to pay then', example: 'Nothing is left to pay.' },
  },
  required: ['note', 'number', 'link'],
  id: 'invoice.credited',
  name: 'Credit note',
  subject: 'Credit note {{note}} for invoice {{number}}',
  body: [
    'Here is credit note {{note}} over {{total}} for invoice {{number}} ({{subject}}): {{reason}}.',
    '{{payment}} If we owe you money, we will be in touch about how you get it back.',
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

export const invoiceTemplates = [invoiceIssued, invoiceCredited, invoiceReminder]
