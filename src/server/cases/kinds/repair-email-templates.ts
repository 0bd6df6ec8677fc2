import { furtherEstimate, estimateSent } from '~/server/cases/quote-email-templates'
import { expeditedField } from './kind-words'
import { linkLabel } from '~/server/cases/base/case-emails'
import { CLOSING, statusFields } from '~/server/cases/status-text'
import { emailTemplate } from '~/server/platform/email-texts/write-email'

const about = { group: 'Repairs', required: ['number'], button: linkLabel('repairs', 'received') } as const

const fields = {
  ...statusFields,
  expedited: expeditedField,
  first_step: {
    about: 'What follows the arrival, or what the customer has answered so far',
    example: 'Next we examine it and tell you what the repair will cost. We start once you have accepted the cost.',
  },
  diagnosis_step: {
    about: 'What follows the search for the fault, or what the customer has answered so far',
    example: 'Once we know what it needs, we will tell you the cost. We start once you have accepted it.',
  },
  agreed: { about: 'What the customer has accepted, or the estimated cost; empty without either', example: 'You have accepted €175.00.' },
  open_answer: { about: 'What waits for the customer’s answer, or was declined; empty where nothing was', example: '' },
  cost: { about: 'What it costs; empty while that is not known', example: 'The cost is €175.00.' },
  further_work: { about: 'Work beyond the accepted estimate that was not done; empty where there is none', example: '' },
  warranty: { about: 'How long the warranty lasts', example: 'The repair is under warranty for 30 days from its completion.' },
  under_warranty: { about: '‘under warranty’ for a claim, else empty', example: '' },
  repaired_and: { about: '‘repaired and’ where something was repaired, else empty', example: 'repaired and' },
  traded_in: { about: 'The trade-in that it was turned into; empty where it was not', example: '' },
  reason: {
    about: 'Why it was not repaired',
    example: 'We have tested your Bitmain Antminer S19 and found no fault. We are returning it to you as it came.',
  },
  done_instead: { about: 'What was done all the same, and what that costs', example: 'It costs you nothing.' },
  no_warranty: { about: 'What becomes of the warranty', example: 'We did not repair it, so there is no repair warranty.' },
  next_step: {
    about: 'When and how to pay what is left, or that it is sent next',
    example:
      'Next we pack it and send it to you. We will email you when it is on its way. If you would rather collect it, please call us on +44 20 7946 0182.',
  },
  payment: { about: 'When and how to pay what is left; empty where nothing is', example: '' },
}

const { expedited, first_step, diagnosis_step, agreed, open_answer, cost, further_work, warranty, under_warranty, repaired_and } = fields
const { traded_in, reason, done_instead, no_warranty, next_step, payment } = fields

const LOOK = 'Please check the device when it arrives, and tell us at once about any damage in transit.'

export const requested = emailTemplate({
  ...about,
  id: 'repairs.requested',
  name: 'Received: the device is still to come',
  fields: { ...statusFields, expedited },
  subject: 'Your repair request {{number}}',
  body: [
    'We have your request to repair your {{device}} (repair {{number}}). As far as we know, the device has not reached us yet. {{expedited}}',
    'If you still have it, pack it well, put the attached packing slip in the box and send it to:\n{{address}}',
    'We will email you when it arrives.',
    ...CLOSING,
  ],
})

export const received = emailTemplate({
  ...about,
  id: 'repairs.received',
  name: 'Received',
  fields: { ...statusFields, expedited, first_step },
  subject: 'We have received your device: repair {{number}}',
  body: ['Your {{device}} has arrived. It is repair {{number}}, and the receipt is attached. {{expedited}}', '{{first_step}}', ...CLOSING],
})

export const diagnosing = emailTemplate({
  ...about,
  id: 'repairs.diagnosing',
  name: 'Diagnosing',
  fields: { ...statusFields, expedited, diagnosis_step },
  subject: 'We are looking at your device: repair {{number}}',
  body: ['We are looking for the fault in your {{device}} (repair {{number}}). {{expedited}}', '{{diagnosis_step}}', ...CLOSING],
})

export const repairing = emailTemplate({
  ...about,
  id: 'repairs.repairing',
  name: 'Repairing',
  fields: { ...statusFields, expedited, agreed },
  subject: 'Your device is being repaired: repair {{number}}',
  body: [
    'We are repairing your {{device}} (repair {{number}}). {{expedited}}',
    '{{agreed}}',
    'Next we run it under load to check that the repair holds.',
    ...CLOSING,
  ],
})

export const working = emailTemplate({
  ...about,
  id: 'repairs.working',
  name: 'Repairing: no estimate is accepted',
  fields: { ...statusFields, expedited, open_answer },
  subject: 'We are working on your device: repair {{number}}',
  body: ['We are working on your {{device}} (repair {{number}}). {{expedited}}', '{{open_answer}}', ...CLOSING],
})

export const testing = emailTemplate({
  ...about,
  id: 'repairs.testing',
  name: 'Testing',
  fields: { ...statusFields, expedited, open_answer },
  subject: 'Your device is being tested: repair {{number}}',
  body: [
    'We have repaired your {{device}} (repair {{number}}) and are now running it under load to check that the repair holds. {{expedited}}',
    '{{open_answer}}',
    'We will email you when the test is over.',
    ...CLOSING,
  ],
})

export const testingUnrepaired = emailTemplate({
  ...about,
  id: 'repairs.testing_unrepaired',
  name: 'Testing: no estimate is accepted',
  fields: { ...statusFields, expedited, open_answer },
  subject: 'Your device is being tested: repair {{number}}',
  body: [
    'We are now running your {{device}} (repair {{number}}) under load to see how it performs. {{expedited}}',
    '{{open_answer}}',
    'We will email you when the test is over.',
    ...CLOSING,
  ],
})

export const completed = emailTemplate({
  ...about,
  id: 'repairs.completed',
  name: 'Completed: repaired',
  fields: { ...statusFields, cost, further_work, warranty, next_step },
  required: ['number', 'warranty'],
  subject: 'Your repair {{number}} is complete',
  body: [
    'Your {{device}} (repair {{number}}) is repaired and tested. {{cost}}',
    '{{further_work}}',
    '{{warranty}}',
    '{{next_step}}',
    ...CLOSING,
  ],
})

export const finished = emailTemplate({
  ...about,
  id: 'repairs.finished',
  name: 'Completed: without a record of the work',
  fields: { ...statusFields, cost, further_work, warranty, under_warranty, next_step },
  required: ['number', 'warranty'],
  subject: 'Your repair {{number}} is complete',
  body: [
    'The work {{under_warranty}} on your {{device}} (repair {{number}}) is finished. {{cost}}',
    '{{further_work}}',
    '{{warranty}}',
    '{{next_step}}',
    ...CLOSING,
  ],
})

export const unrepaired = emailTemplate({
  ...about,
  id: 'repairs.unrepaired',
  name: 'Completed: not repaired',
  fields: { ...statusFields, reason, done_instead, no_warranty, next_step },
  required: ['number', 'reason'],
  subject: 'Your device is ready to go back: repair {{number}}',
  body: ['{{reason}}', '{{done_instead}}', '{{no_warranty}}', '{{next_step}}', ...CLOSING],
})

export const returned = emailTemplate({
  ...about,
  id: 'repairs.returned',
  name: 'Completed: returned unrepaired',
  fields: { ...statusFields, reason, done_instead, no_warranty, next_step },
  required: ['number', 'reason'],
  subject: 'Your device goes back to you unrepaired: repair {{number}}',
  body: ['{{reason}}', '{{done_instead}}', '{{no_warranty}}', '{{next_step}}', ...CLOSING],
})

export const tradedIn = emailTemplate({
  ...about,
  id: 'repairs.traded_in',
  name: 'Completed: turned into a trade-in',
  fields: { ...statusFields, traded_in },
  required: ['number', 'traded_in'],
  subject: 'Your repair {{number}} is now a trade-in',
  body: [
    '{{traded_in}} The repair has ended and costs you nothing.',
    'Next we inspect the device for the trade-in and send you our offer.',
    ...CLOSING,
  ],
})

export const closed = emailTemplate({
  ...about,
  id: 'repairs.closed',
  name: 'Completed: closed, the device never came',
  fields: { ...statusFields, cost },
  subject: 'Your repair {{number}} is closed',
  body: [
    'Repair {{number}} of your {{device}} is closed. {{cost}}',
    'If we have the device, we will send it back to you next. If it is on its way to us, or you still want us to repair it, please tell us.',
    ...CLOSING,
  ],
})

export const shipped = emailTemplate({
  ...about,
  id: 'repairs.shipped',
  name: 'Shipped',
  fields: { ...statusFields, repaired_and, further_work, warranty, payment },
  required: ['number', 'warranty'],
  subject: 'Your device is on its way: repair {{number}}',
  body: [
    'Your {{device}} (repair {{number}}) is {{repaired_and}} on its way to you. The packing slip is attached.',
    '{{further_work}}',
    '{{parcel}}',
    '{{payment}}',
    `${LOOK} {{warranty}}`,
    ...CLOSING,
  ],
})

export const shippedUnrepaired = emailTemplate({
  ...about,
  id: 'repairs.shipped_unrepaired',
  name: 'Shipped: not repaired',
  fields: { ...statusFields, reason, done_instead, no_warranty, payment },
  required: ['number', 'reason'],
  subject: 'Your device is on its way: repair {{number}}',
  body: [
    'Your {{device}} (repair {{number}}) is on its way back to you. The packing slip is attached.',
    '{{reason}}',
    '{{done_instead}}',
    '{{parcel}}',
    '{{payment}}',
    `${LOOK} {{no_warranty}}`,
    ...CLOSING,
  ],
})

export const shippedClosed = emailTemplate({
  ...about,
  id: 'repairs.shipped_closed',
  name: 'Shipped: closed or turned into a trade-in',
  fields: { ...statusFields, traded_in },
  subject: 'Your device is on its way: repair {{number}}',
  body: [
    'Your {{device}} (repair {{number}}) is on its way to you. The packing slip is attached.',
    '{{traded_in}}',
    '{{parcel}}',
    LOOK,
    ...CLOSING,
  ],
})

export const repairTemplates = [
  requested,
  received,
  diagnosing,
  estimateSent,
  furtherEstimate,
  repairing,
  working,
  testing,
  testingUnrepaired,
  completed,
  finished,
  unrepaired,
  returned,
  tradedIn,
  closed,
  shipped,
  shippedUnrepaired,
  shippedClosed,
]

export type RepairField = keyof typeof fields
