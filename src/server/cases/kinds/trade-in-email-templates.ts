import { offerSent } from '~/server/cases/quote-email-templates'
import { linkLabel } from '~/server/cases/base/case-emails'
import { CLOSING, statusFields } from '~/server/cases/status-text'
import { USE_OF_CREDIT } from '~/server/credit/credit-email-templates'
import { emailTemplate, tradeInNumber } from '~/server/platform/email-texts/write-email'

const tradeInFields = { ...statusFields, ...tradeInNumber }

const fields = {
  ...tradeInFields,
  former_repair: { about: 'The repair that it was, after a semicolon; empty where it was none', example: '; it was repair RP-2026-0042' },
  quoted: {
    about: 'What it is quoted at, and what that depends on',
    example: 'It is quoted at €640.00 of store credit. That depends on the condition that we find when we inspect it.',
  },
  after_inspection: {
    about: 'What follows the inspection, or what the customer has answered so far',
    example: 'You have accepted our offer of €450.00 of store credit. Next we complete the trade-in.',
  },
  for_value: { about: 'The agreed value with a blank before it; empty while there is none', example: ' for €450.00 of store credit' },
  please_answer: {
    about: 'The offer that is not agreed, and what to do',
    example: 'Please tell us whether you accept our offer of €450.00 of store credit: nothing is settled until you do.',
  },
  not_agreed: { about: 'The offer that was not accepted', example: 'You have declined our offer of €450.00 of store credit.' },
  goes_back: {
    about: 'How the device stays with its customer',
    example: 'It stays yours, and we will send it back to you. If you would rather collect it, please call us on +44 20 7946 0182.',
  },
  value: {
    about: 'What it brought, or what its store credit waits for; empty without a value',
    example: 'Its value is €450.00 of store credit.',
  },
}

const about = { group: 'Trade-ins', required: ['number'], button: linkLabel('tradeIns', 'submitted') } as const
const { former_repair, quoted, after_inspection, for_value, please_answer, not_agreed, goes_back, value } = fields

const OURS = 'Your {{device}} is trade-in {{number}} with us{{former_repair}}.'

export const submitted = emailTemplate({
  ...about,
  id: 'tradeIns.submitted',
  name: 'Submitted: the device is still to come',
  fields: { ...tradeInFields, former_repair, quoted },
  subject: 'Your trade-in {{number}}',
  body: [
    OURS,
    '{{quoted}}',
    'If you still have the device, pack it well, put the attached packing slip in the box and send it to:\n{{address}}',
    ...CLOSING,
  ],
})

export const submittedHere = emailTemplate({
  ...about,
  id: 'tradeIns.submitted_here',
  name: 'Submitted: the device is here',
  fields: { ...tradeInFields, former_repair, quoted },
  subject: 'Your trade-in {{number}}',
  body: [
    OURS,
    '{{quoted}}',
    'We have the device, and the receipt is attached. Next we inspect it and send you our offer. Nothing is settled until you accept it.',
    ...CLOSING,
  ],
})

export const evaluated = emailTemplate({
  ...about,
  id: 'tradeIns.evaluated',
  name: 'Evaluated',
  fields: { ...tradeInFields, after_inspection },
  subject: 'We have inspected your device: trade-in {{number}}',
  body: ['We have inspected your {{device}} (trade-in {{number}}).', '{{after_inspection}}', ...CLOSING],
})

export const approved = emailTemplate({
  ...about,
  id: 'tradeIns.approved',
  name: 'Approved',
  fields: { ...tradeInFields, for_value },
  subject: 'Your trade-in {{number}} is approved',
  body: [
    'We are taking your {{device}} (trade-in {{number}}){{for_value}}.',
    'Next we complete the trade-in. We will email you when that is done.',
    ...CLOSING,
  ],
})

export const approvedOpen = emailTemplate({
  ...about,
  id: 'tradeIns.approved_open',
  name: 'Approved: the offer is not agreed',
  fields: { ...tradeInFields, for_value, please_answer },
  required: ['number', 'please_answer'],
  subject: 'Your trade-in {{number}} is approved',
  body: ['We can take your {{device}} (trade-in {{number}}){{for_value}}.', '{{please_answer}}', ...CLOSING],
})

export const rejected = emailTemplate({
  ...about,
  id: 'tradeIns.rejected',
  name: 'Rejected',
  fields: { ...tradeInFields, goes_back },
  subject: 'We cannot take your device: trade-in {{number}}',
  body: ['We cannot take your {{device}} (trade-in {{number}}).', '{{goes_back}}', '{{parcel}}', ...CLOSING],
})

export const rejectedOpen = emailTemplate({
  ...about,
  id: 'tradeIns.rejected_open',
  name: 'Rejected: the offer was not accepted',
  fields: { ...tradeInFields, not_agreed, goes_back },
  subject: 'Your trade-in {{number}} has ended',
  body: ['{{not_agreed}} The trade-in of your {{device}} ({{number}}) has therefore ended.', '{{goes_back}}', '{{parcel}}', ...CLOSING],
})

export const completed = emailTemplate({
  ...about,
  id: 'tradeIns.completed',
  name: 'Completed',
  fields: { ...tradeInFields, value },
  subject: 'Your trade-in {{number}} is complete',
  body: ['The trade-in of your {{device}} ({{number}}) is complete. {{value}}', 'Thank you for trading in with us.', ...CLOSING],
})

const { parcel: _parcel, ...withoutParcel } = tradeInFields

export const credited = emailTemplate({
  ...about,
  id: 'tradeIns.credited',
  name: 'Store credit added after the completion',
  fields: { ...withoutParcel, amount: { about: 'The store credit', example: '€450.00' } },
  required: ['number', 'amount'],
  subject: 'The store credit of your trade-in {{number}}',
  body: [
    'We have added {{amount}} of store credit to your account for the trade-in of your {{device}} ({{number}}).',
    USE_OF_CREDIT,
    ...CLOSING,
  ],
})

export const tradeInTemplates = [
  submitted,
  submittedHere,
  evaluated,
  offerSent,
  approved,
  approvedOpen,
  rejected,
  rejectedOpen,
  completed,
  credited,
]

export type TradeInField = keyof typeof fields
