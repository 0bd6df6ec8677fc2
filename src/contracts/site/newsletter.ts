import * as z from 'zod'
import { emailAddress } from '~/contracts/identity/auth'
import { honeypot, longest } from '~/contracts/fields'

/** Subscribing takes a confirmation by an email's link; another link unsubscribes. */

export const subscribeInput = z.object({ email: emailAddress, website: honeypot })

const NO_LINK = 'The link is not valid'

export const newsletterLinkInput = z.object({
  token: z.string({ error: NO_LINK }).check(longest(100, NO_LINK), z.regex(/^[\da-f-]{36}\.[\w-]{43}$/, NO_LINK)),
})

/** Named behind the # of a link's address. */
export const newsletterLinks = ['confirm', 'unsubscribe'] as const
export type NewsletterLink = (typeof newsletterLinks)[number]

export const newsletterLinkStateInput = newsletterLinkInput.extend({ purpose: z.enum(newsletterLinks) })

/** `done`: already followed. */
export type NewsletterLinkState = 'good' | 'done' | 'ended'

export const CONFIRM_DAYS = 7

/** The same for every address, also for one that is subscribed, or has had all of its emails of the day. */
export const SUBSCRIBE_ANSWER = 'Please open the link in our email to this address. It is on its way, or came within the last day.'
export const CONFIRM_ANSWER = 'You are subscribed. You can unsubscribe with the link in every email.'
export const UNSUBSCRIBE_LINK_ANSWER = 'If this address is on our list, we have emailed it a link that takes it off.'
export const UNSUBSCRIBE_ANSWER = 'You are no longer subscribed, and we have removed your address from the list.'

export interface NewsletterFigures {
  confirmed: number
  waiting: number
}
