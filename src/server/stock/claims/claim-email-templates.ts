import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

const machine = { about: 'The machine, with its unit number', example: 'Bitmain Antminer S19 (U-10042)' }
const fields = { ...linkFields, machine }
const about = { group: 'Accounts', fields, required: ['machine', 'link'] } as const
const NOT_ASKED = 'If you did not expect this, please contact us at once.'

export const claimAsked = emailTemplate({
  ...about,
  fields: { ...fields, until: { about: 'The last moment at which the link counts', example: '4 December 2026 at 12:00 (Europe/London)' } },
  required: ['machine', 'link', 'until'],
  id: 'claim.asked',
  name: 'Somebody asks for a machine',
  subject: 'Is {{machine}} still yours?',
  body: [
    'Somebody who knows the code on the label of {{machine}} asks us to move it to their account. It stands in yours.',
    'If you have sold it or given it away, please agree. If it is still yours, refuse. Nothing changes until you answer: the machine stays in your account.',
    BUTTON,
    'The link works until {{until}}. If you do not answer, our team looks into it. We do not tell the person who asks who you are.',
  ],
  button: 'Agree or refuse',
})

export const claimAgreed = emailTemplate({
  ...about,
  id: 'claim.agreed',
  name: 'A machine was moved to the account of the person who asked',
  subject: '{{machine}} is now in your account',
  body: ['You asked for {{machine}}. It is now in your account, among your devices.', BUTTON, NOT_ASKED],
  button: 'See your devices',
})

export const claimRefused = emailTemplate({
  ...about,
  fields: { ...fields, reason: { about: 'Why, where our team has refused', example: 'The order is in another name.' } },
  id: 'claim.refused',
  name: 'A request for a machine was refused',
  subject: 'Your request for {{machine}} was refused',
  body: [
    'You asked for {{machine}}. The request was refused, and the machine stays where it is.',
    '{{reason}}',
    'If you have bought it, please send us the receipt, and we look into it.',
    BUTTON,
  ],
  button: 'Contact us',
})

export const claimEnded = emailTemplate({
  ...about,
  id: 'claim.ended',
  name: 'A request for a machine ended without an answer',
  subject: 'Your request for {{machine}} has ended',
  body: [
    'You asked for {{machine}}. The record of the machine has changed since, so your request has ended without an answer.',
    'If you have the machine, open its passport by the code on its label. You can ask again there.',
    BUTTON,
  ],
  button: 'Contact us',
})

export const machineLeft = emailTemplate({
  ...about,
  fields: { ...fields, how: { about: 'Who has agreed', example: 'You agreed to it.' } },
  id: 'claim.machine_left',
  name: 'A machine has left an account',
  subject: '{{machine}} has left your account',
  body: [
    '{{machine}} was moved to the account of the person who asked for it. {{how}}',
    'Your own repairs and trade-ins of it stay in your account.',
    BUTTON,
    NOT_ASKED,
  ],
  button: 'Contact us',
})

export const machineStays = emailTemplate({
  ...about,
  fields: { ...fields, how: { about: 'Why it stays', example: 'You refused the request.' } },
  id: 'claim.machine_stays',
  name: 'A machine stays in an account',
  subject: '{{machine}} stays in your account',
  body: ['Somebody had asked for {{machine}}. {{how}} It stays in your account, and there is nothing left for you to do.', BUTTON],
  button: 'See your devices',
})

export const claimTemplates = [claimAsked, claimAgreed, claimRefused, claimEnded, machineLeft, machineStays]
