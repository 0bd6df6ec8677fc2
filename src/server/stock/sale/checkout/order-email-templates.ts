import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

/** Emails about orders of the checkout. */

const about = { group: 'Orders', button: 'Follow your order' } as const
const fields = {
  ...linkFields,
  number: { about: 'Number of the order', example: 'ORD-10042' },
  items: { about: 'What was ordered, a line for each', example: '2 × Antminer S19 · €2,400.00' },
  total: { about: 'The sum of the order, with VAT', example: '€2,400.00' },
  address: { about: 'Where it goes', example: '12 Foundry Lane\nLeeds LS1 4AP' },
}

export const orderPlaced = emailTemplate({
  ...about,
  fields: { ...fields, until: { about: 'The last day on which the stock is kept', example: '10 December 2026' } },
  required: ['number', 'link', 'until'],
  id: 'order.placed',
  name: 'Order placed, to be paid by bank transfer',
  subject: 'Your order {{number}}',
  body: [
    'Thank you for your order {{number}} for {{total}}:',
    '{{items}}',
    'Please pay by bank transfer. Our account, and what to name with the transfer, are on the page of your order. We keep the goods for you until {{until}}, and send them once your money is here.',
    BUTTON,
    'It goes to:\n{{address}}',
  ],
})

export const orderConfirmed = emailTemplate({
  ...about,
  fields,
  required: ['number', 'link'],
  id: 'order.confirmed',
  name: 'Order paid',
  subject: 'Your order {{number}} is paid',
  body: [
    'Thank you: your order {{number}} for {{total}} is paid, and the goods are yours.',
    '{{items}}',
    BUTTON,
    'It goes to:\n{{address}}',
  ],
})

export const orderShort = emailTemplate({
  ...about,
  fields,
  required: ['number', 'link'],
  id: 'order.short',
  name: 'Order paid after its goods were sold',
  subject: 'Your order {{number}}: we have to talk to you',
  body: [
    'Your payment for order {{number}} came after the time for which we had kept the goods, and not all of them are in stock any more:',
    '{{items}}',
    'Your money is safe. We contact you about another delivery day, or pay {{total}} back: tell us which you prefer.',
    BUTTON,
  ],
})

export const orderTemplates = [orderPlaced, orderConfirmed, orderShort]
