import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { SiteSettings } from '~/contracts/site/settings'
import { vatNote } from '~/lib/company'
import { addressLines } from '~/lib/contact-details'
import { caseFields, emailTemplate, linkFields, LINK_IN_BRACES as BUTTON, tradeInNumber } from '~/server/platform/email-texts/write-email'
import { linkLabel } from './base/case-emails'
import { caseWords, expeditedField } from './kinds/kind-words'
import { answersGiven, caseName, offersSent, quoteEnded, quoteReminder } from './quote-email-templates'

export const companyValues = (settings: SiteSettings) => ({
  company: settings.company_name,
  phone: settings.phone_number,
  email: settings.contact_email,
  vat: vatNote(settings),
  address: [settings.company_name, ...addressLines(settings.company_address)].join('\n'),
})

const messages = { group: 'Requests and messages' } as const

export const trackingLink = emailTemplate({
  ...messages,
  id: 'cases.link',
  name: 'Link that a customer has asked for',
  fields: { ...linkFields, case: caseName },
  required: ['link'],
  subject: 'Your link to {{case}}',
  body: [
    'You can follow your {{case}} here and answer us. The link is for you alone: anyone who has it can answer in your place.',
    BUTTON,
    'If you did not ask for this link, please ignore this email.',
  ],
  button: 'Open the case',
})

export const linkGiven = emailTemplate({
  ...messages,
  id: 'cases.given_link',
  name: 'Link that staff have sent',
  fields: { ...caseFields, case: caseName },
  required: [],
  subject: 'Your link to {{case}}',
  body: [
    'With the button below you follow the {{case}} of your {{device}} and answer us. The link is for you alone: anyone who has it can answer in your place.',
  ],
  button: linkLabel('repairs', 'link'),
})

export const requestLink = emailTemplate({
  ...messages,
  id: 'cases.request_link',
  name: 'Confirm a request',
  fields: { ...linkFields, request: { about: 'What was asked for', example: 'the trade-in of 3 machines' } },
  required: ['link'],
  subject: 'Confirm your request to {{company}}',
  body: [
    'Somebody, probably you, has asked {{company}} for {{request}} and given this email address.',
    'Open the page and press the button there. We then have your request, and you get its number.',
    BUTTON,
    `The link works for ${REQUEST_KEPT_DAYS} days. If you have not confirmed your request by then, we delete it with its pictures.`,
    'If you did not ask for anything, please ignore this email: nothing happens unless you press the button.',
  ],
  button: 'Confirm the request',
})

const ofRequest = { ...caseFields, ...tradeInNumber, request: { about: 'Kind of the request', example: 'trade-in request' } }

export const requestReceived = emailTemplate({
  ...messages,
  id: 'cases.requested',
  name: 'Request received',
  fields: {
    ...ofRequest,
    expedited: expeditedField,
    more: { about: 'How many cases it has beside the first one; empty for one machine', example: 'and 2 more' },
    machines: {
      about: 'What was asked for, line by line, with the total',
      example:
        'TI-2026-0042 · Bitmain Antminer S19 · €640.00\nTI-2026-0043 · Bitmain Antminer S19 · €640.00\nTogether: €1,280.00 of store credit',
    },
    values_kept: {
      about: 'Until when the values are kept; empty for repairs',
      example:
        'We keep these values for you until 4 December 2026: send your parcel by then. If the catalogue value is higher when we evaluate it, you get the higher value.',
    },
  },
  required: ['number', 'address'],
  subject: 'Your {{request}} {{number}} {{more}}',
  body: [
    'Thank you, we have your {{request}}.',
    '{{machines}}',
    '{{expedited}}',
    '{{values_kept}}',
    'Please send it, insured, to:\n{{address}}',
    'Put the attached packing slip in the box: its code tells us that the parcel is yours. Once you have sent it, open the link below and tell us the carrier and the tracking number. We will email you as soon as it arrives.',
  ],
  button: linkLabel('tradeIns', 'requested'),
})

export const requestWithdrawn = emailTemplate({
  ...messages,
  id: 'cases.withdrawn',
  name: 'Request withdrawn',
  fields: {
    ...ofRequest,
    which: { about: 'The number of the one case, or how many machines', example: 'of 3 machines' },
    machines: { about: 'The cases, line by line', example: 'TI-2026-0042 · Bitmain Antminer S19\nTI-2026-0043 · Bitmain Antminer S19' },
  },
  required: ['machines'],
  subject: 'Your {{request}} {{which}} is withdrawn',
  body: [
    'Your {{request}} was withdrawn on its tracking page:',
    '{{machines}}',
    'Please do not send anything: we no longer expect a parcel, and you owe us nothing.',
    'If it was not you, or if you have changed your mind, contact us and we will open it again.',
  ],
  button: linkLabel('tradeIns', 'withdrawn'),
})

export const takenIn = emailTemplate({
  ...messages,
  id: 'cases.taken_in',
  name: 'Received: several machines at once',
  fields: {
    ...caseFields,
    count: { about: 'How many machines', example: '3' },
    kind: { about: '‘repairs’ or ‘trade-ins’', example: 'repairs' },
    machines: { about: 'Their numbers and names', example: 'REP-10041 · Bitmain Antminer S19\nREP-10042 · Bitmain Antminer S19' },
    next: { about: 'What follows', example: 'We look for the fault first and tell you what the repair will cost.' },
  },
  required: ['machines'],
  subject: 'We have received your {{count}} machines',
  body: [
    'Your {{count}} machines have arrived. They are these {{kind}}, and the receipt is attached:',
    '{{machines}}',
    '{{next}}',
    'Questions? Call {{phone}} or email {{email}}, and quote {{number}}.',
  ],
  button: linkLabel('repairs', 'received'),
})

export const addressChanged = emailTemplate({
  ...messages,
  id: 'cases.address',
  name: 'Return address changed',
  fields: { ...caseFields, case: caseName },
  required: ['case'],
  subject: '{{number}}: the return address was changed',
  body: [
    'The address that we will send your device back to ({{case}}) was changed on its tracking page. You can see it there.',
    'If it was not you, please call us at once on {{phone}}.',
  ],
  button: linkLabel('repairs', 'address'),
})

export const arrived = emailTemplate({
  ...messages,
  id: 'cases.arrived',
  name: 'Parcel arrived',
  fields: {
    ...caseFields,
    expedited: expeditedField,
    next: { about: 'What follows', example: caseWords.repairs.afterArrival },
  },
  required: ['number'],
  subject: '{{number}}: your {{device}} has arrived',
  body: ['Your {{device}} ({{number}}) has arrived in our workshop. The receipt is attached. {{expedited}}', '{{next}}'],
  button: linkLabel('repairs', 'arrived'),
})

const toCollect = {
  ...caseFields,
  owed: { about: 'What is left to pay, in a sentence', example: '€175.00 is left to pay before we hand it over.' },
  sale_day: { about: 'The first day on which the machine may be sold', example: '20 March 2027' },
  second_day: { about: 'The first day of the second notice', example: '20 December 2026' },
}

export const collectionNotice = emailTemplate({
  ...messages,
  id: 'cases.collection',
  name: 'Machine not collected: first notice',
  fields: toCollect,
  required: ['number', 'device', 'owed', 'address', 'sale_day'],
  subject: '{{number}}: please collect your {{device}}',
  body: [
    'Your {{device}} ({{number}}) is ready, and nobody has collected it or told us where to send it. Please do so, as you have agreed with us. {{owed}}',
    'It is here:\n{{address}}',
    'If we hear nothing, we send you a second notice on or after {{second_day}}. Three months after that one, not before {{sale_day}}, we may sell the machine (Torts (Interference with Goods) Act 1977, section 12 and schedule 1).',
    'Call us on {{phone}} or answer on the page below.',
  ],
  button: linkLabel('repairs', 'collection'),
})

export const intentionToSell = emailTemplate({
  ...messages,
  id: 'cases.intention_to_sell',
  name: 'Machine not collected: notice of intention to sell',
  fields: toCollect,
  required: ['number', 'device', 'owed', 'address', 'sale_day'],
  subject: '{{number}}: we intend to sell your {{device}} on or after {{sale_day}}',
  body: [
    'This is our notice under the Torts (Interference with Goods) Act 1977 (section 12 and schedule 1) that we intend to sell your {{device}} ({{number}}) on or after {{sale_day}}.',
    'It is ready for you, and it is here:\n{{address}}',
    '{{owed}} Collect it, or tell us where to send it, before {{sale_day}}, and we do not sell it.',
    'If it is sold, you get what it brings, less the costs of the sale and what you owe us. Call us on {{phone}} or answer on the page below.',
  ],
  button: linkLabel('repairs', 'collection'),
})

export const unreadMessages = emailTemplate({
  ...messages,
  id: 'cases.messages',
  name: 'New messages',
  fields: {
    ...caseFields,
    case: caseName,
    new_messages: { about: '‘New message’, or how many', example: '2 new messages' },
    messages: { about: 'What was written', example: 'The hashboard has arrived.\n\nWe fit it tomorrow.' },
  },
  required: ['messages'],
  subject: '{{new_messages}} about your {{case}}',
  body: [
    'We have written to you about your {{device}} ({{case}}):',
    '{{messages}}',
    'Please answer on the page below, not by replying to this email: we see your answer there at once.',
  ],
  button: linkLabel('repairs', 'message'),
})

export const caseTemplates = [
  requestLink,
  requestReceived,
  requestWithdrawn,
  arrived,
  addressChanged,
  collectionNotice,
  intentionToSell,
  trackingLink,
  linkGiven,
  takenIn,
  offersSent,
  answersGiven,
  unreadMessages,
  quoteReminder,
  quoteEnded,
]
