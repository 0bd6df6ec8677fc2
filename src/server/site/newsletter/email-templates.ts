import { CONFIRM_DAYS } from '~/contracts/site/newsletter'
import { emailTemplate, linkFields, LINK_IN_BRACES as BUTTON } from '~/server/office/emails/templates'

/** The emails about the newsletter; each ends with a link to unsubscribe. */

const about = { group: 'Newsletter', fields: linkFields, required: ['link'] } as const
const LOOK = 'See what is there now'

export const newsletterConfirm = emailTemplate({
  ...about,
  id: 'newsletter.confirm',
  name: 'Confirm a subscription',
  subject: 'Please confirm the newsletter of {{company}}',
  body: [
    'Somebody, probably you, asked for our newsletter with this email address. Please confirm it; until then nothing is sent.',
    BUTTON,
    `The link counts for ${CONFIRM_DAYS} days. If you did not ask for it, please ignore this email: your address is forgotten then.`,
  ],
  button: 'Confirm the subscription',
})

export const newsletterWelcome = emailTemplate({
  ...about,
  id: 'newsletter.welcome',
  name: 'Subscribed',
  subject: 'You are subscribed to the newsletter of {{company}}',
  body: ['Thank you. One letter comes when a batch arrives: what it is, what it costs, and how many there are.', BUTTON],
  button: LOOK,
})

export const newsletterAgain = emailTemplate({
  ...about,
  id: 'newsletter.again',
  name: 'Subscribed already',
  subject: 'You are subscribed to the newsletter of {{company}} already',
  body: [
    'Somebody, probably you, asked for our newsletter with this email address. It goes there already, and nothing has changed.',
    BUTTON,
  ],
  button: LOOK,
})
