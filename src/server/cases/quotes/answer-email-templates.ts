import type { CaseNoun } from '~/contracts/case-ref'
import type { QuoteAnswer } from '~/contracts/cases/cases'
import { quoteKinds } from '~/contracts/cases/documents'
import { RETURN_PAID_BY_US, TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import type { EmailTemplate, TemplateField, TemplateGroup } from '~/contracts/office/email-templates'
import { linkLabel } from '~/server/cases/base/case-emails'
import { caseFields, emailTemplate, tradeInNumber } from '~/server/platform/email-texts/write-email'

export type Said = QuoteAnswer | 'taken back'

const verbs: Record<Said, string> = {
  accepted: 'You have accepted',
  declined: 'You have declined',
  disputed: 'You disagree with',
  'taken back': 'You have taken back your acceptance of',
}

const canTakeBack = `If you change your mind, you can take this back for ${TAKE_BACK_MINUTES} minutes on the page below, unless we have already started.`

const groups: Record<CaseNoun, TemplateGroup> = { repairs: 'Repairs', tradeIns: 'Trade-ins' }
const caseFieldOf: Record<CaseNoun, TemplateField> = {
  repairs: { about: '‘repair’ and its number', example: 'repair RP-2026-0042' },
  tradeIns: { about: '‘trade-in’ and its number', example: 'trade-in TI-2026-0042' },
}
const quoteFieldOf: Record<CaseNoun, TemplateField> = {
  repairs: { about: '‘estimate’ and its number', example: 'estimate 1' },
  tradeIns: { about: '‘offer’ and its number', example: 'offer 1' },
}
const totalOf: Record<CaseNoun, TemplateField> = {
  repairs: { about: 'Its sum', example: '€175.00' },
  tradeIns: { about: 'Its sum', example: '€450.00 of store credit' },
}
const numberOf: Record<CaseNoun, { number: TemplateField }> = { repairs: caseFields, tradeIns: tradeInNumber }
const fields = (noun: CaseNoun) => ({
  ...caseFields,
  number: numberOf[noun].number,
  case: caseFieldOf[noun],
  quote: quoteFieldOf[noun],
  total: totalOf[noun],
})

const receipt = (noun: CaseNoun, said: Said, follows: string) => ({
  group: groups[noun],
  id: `${noun}.answer_${said.replace(' ', '_')}`,
  name: `Receipt: ${quoteKinds[noun]} ${said}`,
  required: ['case', 'quote', 'total'] as const,
  subject: `${verbs[said]} {{quote}} for {{case}}`,
  body: [
    `${verbs[said]} {{quote}} for your {{device}} ({{case}}): {{total}}.`,
    follows,
    'If this was not you, please tell us at once: anyone who has a link to this page can answer in your place.',
  ],
  button: linkLabel(noun, 'answer'),
})

const estimateDeclined = emailTemplate({
  ...receipt('repairs', 'declined', 'We will not do this work, and it costs you nothing. {{stands}}'),
  fields: {
    ...fields('repairs'),
    stands: { about: 'What was accepted before, or that the machine goes back', example: 'Your machine goes back to you.' },
  },
})

const estimateAccepted = emailTemplate({
  ...receipt('repairs', 'accepted', `We will do this work next. {{payment}} ${canTakeBack}`),
  fields: { ...fields('repairs'), payment: { about: 'When and how to pay', example: 'You pay €175.00 when the work is done.' } },
})

const estimateReceipt = (said: Said, follows: string) => emailTemplate({ ...receipt('repairs', said, follows), fields: fields('repairs') })
const offerReceipt = (said: Said, follows: string) => emailTemplate({ ...receipt('tradeIns', said, follows), fields: fields('tradeIns') })

/** Estimates cannot be disputed. */
export const receipts: Record<CaseNoun, Partial<Record<Said, EmailTemplate>>> = {
  repairs: {
    accepted: estimateAccepted,
    declined: estimateDeclined,
    'taken back': estimateReceipt(
      'taken back',
      'The estimate is open again, and nothing is agreed. If we were holding store credit for it, you can spend that again.',
    ),
  },
  tradeIns: {
    accepted: offerReceipt('accepted', `Next we complete the trade-in, and your store credit follows. ${canTakeBack}`),
    declined: offerReceipt('declined', `We will send your machine back to you. ${RETURN_PAID_BY_US}`),
    disputed: offerReceipt('disputed', 'We will look at your machine again and email you what we find.'),
    'taken back': offerReceipt(
      'taken back',
      'The offer is open again, and nothing is agreed. You get no store credit until you accept it.',
    ),
  },
}

export const receiptTemplates = Object.values(receipts).flatMap((ofKind) => Object.values(ofKind))
