import { TRANSFER_LAPSES_DAYS } from '~/contracts/stock/checkout'
import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

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
    `Please pay by bank transfer. Our account, and what to name with the transfer, are on the page of your order. We keep the goods for you until {{until}}, and send them once your money is here. If it is not paid within ${TRANSFER_LAPSES_DAYS} days after that, we cancel the order, and you owe nothing.`,
    BUTTON,
    'It goes to:\n{{address}}',
  ],
})

const { address: _address, ...withoutAddress } = fields

export const orderUnpaid = emailTemplate({
  ...about,
  button: 'See how to pay',
  fields: {
    ...withoutAddress,
    kept: { about: 'Until when the stock is kept', example: 'We keep the goods for you until 10 December 2026.' },
    lapses: { about: 'The day on which it is cancelled', example: '15 December 2026' },
  },
  required: ['number', 'link', 'kept', 'lapses'],
  id: 'order.unpaid',
  name: 'Order that waits for its transfer',
  subject: 'Your order {{number}} is not paid yet',
  body: [
    'Your transfer of {{total}} for order {{number}} has not reached us yet:',
    '{{items}}',
    '{{kept}} Our account, and what to name with the transfer, are on the page of your order. If your money is on its way, there is nothing to do.',
    BUTTON,
    'If no money has come by {{lapses}}, we cancel the order, and you owe nothing.',
  ],
})

export const orderLapsed = emailTemplate({
  ...about,
  button: 'Look at your order',
  fields: {
    ...withoutAddress,
    by: { about: 'The day until which its money was waited for', example: '15 December 2026' },
    invoice: {
      about: 'What becomes of its invoice and of store credit that paid a part; empty where there was neither',
      example: ' The attached credit note CN-2026-00007 corrects invoice INV-2026-00042.',
    },
  },
  required: ['number', 'link'],
  id: 'order.lapsed',
  name: 'Order cancelled, because nobody has paid it',
  subject: 'Your order {{number}} is cancelled',
  body: [
    'No money had come by {{by}} for your order {{number}} of {{total}}, so we have cancelled it, and you owe nothing.{{invoice}}',
    '{{items}}',
    'Has your transfer crossed with this email? Then it is not lost: we take the order up again if the goods are in stock, or pay your money back.',
    BUTTON,
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

export const orderSent = emailTemplate({
  ...about,
  fields: {
    ...fields,
    parcel: {
      about: 'Carrier and tracking number of the parcel; empty while they are not known',
      example: 'Carrier: DPD\nTracking number: 15501234567890',
    },
  },
  required: ['number', 'link', 'parcel'],
  id: 'order.sent',
  name: 'Order dispatched',
  subject: 'Your order {{number}} is on its way',
  body: ['We have sent your order {{number}}:', '{{items}}', '{{parcel}}', BUTTON, 'It goes to:\n{{address}}'],
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

export const orderLink = emailTemplate({
  ...about,
  fields: { ...linkFields, number: fields.number },
  required: ['number', 'link'],
  id: 'order.link',
  name: 'Link to an order that its customer has asked for',
  subject: 'Your link to order {{number}}',
  body: [
    'You can follow your order {{number}} here, and see how it is paid. The link is for you alone.',
    BUTTON,
    'If you did not ask for this link, please ignore this email.',
  ],
})

export const orderTemplates = [orderPlaced, orderUnpaid, orderLapsed, orderConfirmed, orderSent, orderShort, orderLink]
