import { CONFIRM_DAYS } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'
import type { Email } from '~/server/platform/mail/email'
import { type Branding, type EmailContent, renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { newsletterPage, oneClickAddress } from './links'

interface To {
  id: string
  email: string
}

type Site = Pick<Services, 'secret' | 'siteUrl'>

/** Each newsletter email can be unsubscribed from with one press, in the mail program or by its own link. */
function newsletterEmail(site: Site, branding: Branding, { id, email }: To, content: Omit<EmailContent, 'to' | 'name'>): Email {
  const foot = { label: 'Unsubscribe', href: newsletterPage(site, 'unsubscribe', id) }
  return { ...renderEmail(branding, { ...content, to: email, name: null, foot }), unsubscribe: oneClickAddress(site, id) }
}

/** Asks to confirm an address that was entered for the newsletter. */
export const confirmEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, {
    subject: `Please confirm the newsletter of ${branding.companyName}`,
    before: ['Somebody, probably you, asked for our newsletter with this email address. Please confirm it; until then nothing is sent.'],
    link: { label: 'Confirm the subscription', href: newsletterPage(site, 'confirm', to.id) },
    after: [
      `The link counts for ${CONFIRM_DAYS} days. If you did not ask for it, please ignore this letter: your address is forgotten then.`,
    ],
  })

/** Sent after a confirmation. */
export const welcomeEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, {
    subject: `You are subscribed to the newsletter of ${branding.companyName}`,
    before: ['Thank you. One letter comes when a batch arrives: what it is, what it costs, and how many there are.'],
    link: { label: 'See what is there now', href: `${branding.siteUrl}${paths.products}` },
    after: [],
  })

/** Sent if a subscriber's address is entered once more. */
export const alreadySubscribedEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, {
    subject: `You are subscribed to the newsletter of ${branding.companyName} already`,
    before: ['Somebody, probably you, asked for our newsletter with this email address. It goes there already, and nothing has changed.'],
    link: { label: 'See what is there now', href: `${branding.siteUrl}${paths.products}` },
    after: [],
  })
