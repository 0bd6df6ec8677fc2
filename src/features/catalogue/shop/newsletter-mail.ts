import { mailLink } from '~/lib/contact-details'

/** The email that subscribes where the box does not work. */
export const subscription = (contactEmail: string) =>
  mailLink(contactEmail, {
    subject: 'Newsletter',
    body: ['Hello,', '', 'please add this address to the newsletter.'].join('\r\n'),
  })

export const subscriptionLinkClasses = 'font-medium text-accent-ink underline underline-offset-4'
