import { CONFIRM_DAYS } from '~/contracts/site/newsletter'
import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/platform/email-texts/write-email'

const about = { group: 'Newsletter', fields: linkFields, required: ['link'] } as const
const LOOK = 'See what is in the shop'

export const newsletterConfirm = emailTemplate({
  ...about,
  id: 'newsletter.confirm',
  name: 'Confirm a subscription',
  subject: 'Please confirm that you want the {{company}} newsletter',
  body: [
    'Somebody, probably you, asked for our newsletter with this email address. Please confirm it: we send nothing until you do.',
    BUTTON,
    `The link works for ${CONFIRM_DAYS} days. If you did not ask for it, please ignore this email and we will forget your address.`,
  ],
  button: 'Confirm the subscription',
})

export const newsletterWelcome = emailTemplate({
  ...about,
  id: 'newsletter.welcome',
  name: 'Subscribed',
  subject: 'You are subscribed to the {{company}} newsletter',
  body: ['Thank you. We email you whenever a batch arrives: what it is, what it costs and how many there are.', BUTTON],
  button: LOOK,
})

export const newsletterUnsubscribe = emailTemplate({
  ...about,
  id: 'newsletter.unsubscribe',
  name: 'Link to unsubscribe',
  subject: 'Unsubscribe from the {{company}} newsletter',
  body: [
    'Somebody, probably you, asked for a link that takes this email address off the list of our newsletter. Here it is.',
    BUTTON,
    'If you did not ask for it, please ignore this email: nothing has changed.',
  ],
  button: 'Unsubscribe',
})

export const newsletterAgain = emailTemplate({
  ...about,
  id: 'newsletter.again',
  name: 'Subscribed already',
  subject: 'You are already subscribed to the {{company}} newsletter',
  body: ['Somebody, probably you, asked for our newsletter with this email address. You already get it, and nothing has changed.', BUTTON],
  button: LOOK,
})
