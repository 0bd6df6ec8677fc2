import { RETURN_PAID_BY_US, TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import { OFFER_VAT } from '~/lib/vat-words'
import { caseFields, emailTemplate, tradeInNumber } from '~/server/platform/email-texts/write-email'
import { linkLabel } from './base/case-emails'

export const caseName = { about: 'Repair or trade-in, and its number', example: 'repair RP-2026-0042' }
const validity = { valid_until: { about: 'Last day of the answer', example: '4 December 2026' } }
const total = { about: 'Its sum', example: '€175.00' }
const please = 'Please answer with the link below. You can also call {{phone}} or email {{email}}, and quote {{number}}.'

const ofEstimate = {
  group: 'Repairs',
  fields: {
    ...caseFields,
    ...validity,
    lines: { about: 'The lines of the estimate', example: 'Hashboard repair: €150.00\nCleaning: €25.00' },
    total,
    accepted: { about: 'What was accepted before', example: '€90.00' },
    vat: { about: 'What the prices say of VAT', example: 'Prices include VAT.' },
  },
  required: ['number', 'lines', 'total', 'valid_until'],
  button: linkLabel('repairs', 'estimate'),
} as const
const validEstimate = `This estimate is valid until {{valid_until}}. ${please} We start once you have accepted it.`

export const estimateSent = emailTemplate({
  ...ofEstimate,
  id: 'repairs.estimate',
  name: 'Estimate',
  subject: 'Estimate for your repair {{number}}',
  body: [
    'We have examined your {{device}}. This is our estimate for repair {{number}}:',
    '{{lines}}',
    'Total: {{total}}. {{vat}}',
    validEstimate,
  ],
})

export const furtherEstimate = emailTemplate({
  ...ofEstimate,
  id: 'repairs.further_estimate',
  name: 'Estimate for further work',
  subject: 'Estimate for your repair {{number}}',
  body: [
    'While repairing your {{device}} (repair {{number}}) we found more work to do, on top of the {{accepted}} that you have accepted.',
    '{{lines}}',
    'Total: {{total}}. {{vat}}',
    validEstimate,
  ],
})

export const offerSent = emailTemplate({
  group: 'Trade-ins',
  id: 'tradeIns.offer',
  name: 'Offer',
  fields: {
    ...caseFields,
    ...tradeInNumber,
    ...validity,
    quoted: { about: 'What it was quoted at; empty where it was not', example: 'It was quoted at €640.00.' },
    steps: {
      about: 'How the value comes about, and the offer',
      example: 'Value in condition Fair (Functional with Wear): €450.00\nOur offer: €450.00 of store credit',
    },
    total: { about: 'What is offered', example: '€450.00 of store credit' },
  },
  required: ['number', 'steps', 'valid_until'],
  subject: 'Offer for your trade-in {{number}}',
  body: [
    'We have inspected your {{device}} (trade-in {{number}}). {{quoted}}',
    `{{steps}}\n${OFFER_VAT}`,
    `This offer is valid until {{valid_until}}. ${please}`,
  ],
  button: linkLabel('tradeIns', 'offer'),
})

export const offersSent = emailTemplate({
  group: 'Trade-ins',
  id: 'tradeIns.offers',
  name: 'Offers for several machines',
  fields: {
    ...caseFields,
    ...tradeInNumber,
    ...validity,
    count: { about: 'How many machines', example: '3' },
    machines: {
      about: 'Each machine with its offer',
      example: 'TRD-10041, Bitmain Antminer S19\nValue in condition Good (Minor Wear): €600.00\nOur offer: €600.00 of store credit',
    },
    total: { about: 'What all offers come to', example: '€1,800.00 of store credit' },
  },
  required: ['machines', 'total', 'valid_until'],
  subject: 'Offers for your {{count}} machines',
  body: [
    'We have inspected your {{count}} machines. These are our offers:',
    '{{machines}}',
    `Together: {{total}}.\n${OFFER_VAT}`,
    `These offers are valid until {{valid_until}}. You can answer all of them at once, or each by itself. ${please}`,
  ],
  button: linkLabel('tradeIns', 'offer'),
})

/** The next step after each answer that can be given together. */
export const answersFollow = [
  {
    after: 'accepted',
    sentence: `Store credit follows for what you have accepted. If you change your mind, you can take an acceptance back for ${TAKE_BACK_MINUTES} minutes on the page below, unless we have already started.`,
  },
  { after: 'declined', sentence: `What you have declined goes back to you. ${RETURN_PAID_BY_US}` },
] as const

export const answersGiven = emailTemplate({
  group: 'Trade-ins',
  id: 'tradeIns.answers',
  name: 'Receipt of answers to several offers',
  fields: {
    ...caseFields,
    ...tradeInNumber,
    answers: {
      about: 'What was answered, a line for each machine',
      example: 'TRD-10041, Bitmain Antminer S19: accepted, €600.00 of store credit',
    },
    follows: {
      about: 'What follows for what was accepted, and for what was declined',
      example: answersFollow.map(({ sentence }) => sentence).join(' '),
    },
  },
  required: ['answers'],
  subject: 'Your answers to our offers',
  body: ['This is what you have answered:', '{{answers}}', '{{follows}}', 'If this was not you, please call {{phone}} at once.'],
  button: linkLabel('tradeIns', 'answer'),
})

const ofQuote = {
  group: 'Requests and messages',
  fields: {
    ...caseFields,
    case: caseName,
    quote: { about: 'Estimate or offer, and its number', example: 'estimate 1' },
    total,
    afterwards: {
      about: 'What becomes of the case without an answer',
      example: 'we do not begin the repair, and it costs you nothing.',
    },
  },
  required: ['case', 'quote'],
  button: linkLabel('repairs', 'reminder'),
} as const

export const quoteReminder = emailTemplate({
  ...ofQuote,
  id: 'cases.reminder',
  name: 'Reminder of an estimate or offer',
  fields: { ...ofQuote.fields, until: { about: 'How long it can be answered', example: 'until 4 December 2026' } },
  subject: 'Waiting for your answer: {{quote}} for {{case}}',
  body: [
    'We have sent you {{quote}} for your {{device}} ({{case}}): {{total}}.',
    'You can answer it with the link below {{until}}. If we do not hear from you by then, {{afterwards}}',
  ],
})

export const quoteEnded = emailTemplate({
  ...ofQuote,
  id: 'cases.expired',
  name: 'Estimate or offer ended',
  subject: 'Ended without an answer: {{quote}} for {{case}}',
  body: [
    'Our {{quote}} for your {{device}} ({{case}}, {{total}}) has ended, and we have not heard from you.',
    'This means that {{afterwards}}',
  ],
  button: linkLabel('repairs', 'expired'),
})
