import * as z from 'zod'
import { emailAddress } from '~/contracts/identity/auth'
import { honeypot, longest } from '~/contracts/fields'

/** The newsletter: an address is asked for, confirmed by a link in an email, and taken away by another. */

export const subscribeInput = z.object({ email: emailAddress, website: honeypot })

const NO_LINK = 'The link is not valid'

/** Out of a link of an email: which subscriber, and what proves it. */
export const newsletterLinkInput = z.object({
  token: z.string({ error: NO_LINK }).check(longest(100, NO_LINK), z.regex(/^[\da-f-]{36}\.[\w-]{43}$/, NO_LINK)),
})

/** Purposes of a link, named behind the # of its address. */
export const newsletterLinks = ['confirm', 'unsubscribe'] as const
export type NewsletterLink = (typeof newsletterLinks)[number]

export const newsletterLinkStateInput = newsletterLinkInput.extend({ purpose: z.enum(newsletterLinks) })

/** How such a link stands: it works, has done its work already, or has ended. */
export type NewsletterLinkState = 'good' | 'done' | 'ended'

/** Days in which a link confirms. */
export const CONFIRM_DAYS = 7

/** The one answer to every request for the newsletter, for a new and for a known address. */
export const SUBSCRIBE_ANSWER = 'Please open the link in the email that we have just sent you. Until then you are not subscribed.'
export const CONFIRM_ANSWER = 'You are subscribed. You can unsubscribe with the link in every email.'
export const UNSUBSCRIBE_ANSWER = 'You are no longer subscribed, and we have removed your address from the list.'

export interface NewsletterFigures {
  confirmed: number
  /** Addresses whose link has not been followed yet. */
  waiting: number
}
