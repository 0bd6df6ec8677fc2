import { mailLink } from '~/lib/contact-details'

/** The email that asks for the newsletter. @param address whose; the sender's where there is none yet */
export const subscription = (contactEmail: string, address?: string) =>
  mailLink(contactEmail, {
    subject: 'Newsletter',
    body: ['Hello,', '', `please add ${address ?? 'this address'} to the newsletter.`].join('\r\n'),
  })

export const subscriptionLinkClasses = 'font-medium text-accent-ink underline underline-offset-4'
