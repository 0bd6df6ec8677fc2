import { timingSafeEqual } from 'node:crypto'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'
import { keyedHash } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

/**
 * The links of the newsletter's emails. They are made from the subscriber's id and the installation's secret: nothing is stored of
 * them, each lives as long as its row, and every later email can have the one that ends the subscription.
 */

const proofOf = (secret: string, link: NewsletterLink, id: string) => keyedHash(secret, `newsletter/${link}`, id)

const newsletterToken = (secret: string, link: NewsletterLink, id: string): string => `${id}.${proofOf(secret, link, id)}`

/** The subscriber that a token of a link names; null where it is not ours. */
export function subscriberOf(secret: string, link: NewsletterLink, token: string): string | null {
  const [id = '', proof = ''] = token.split('.')
  const right = Buffer.from(proofOf(secret, link, id))
  const given = Buffer.from(proof)
  return right.length === given.length && timingSafeEqual(right, given) ? id : null
}

type Site = Pick<Services, 'secret' | 'siteUrl'>

/** The page with the button. The token stands behind the #, which browsers send to no server. */
export const newsletterPage = ({ secret, siteUrl }: Site, link: NewsletterLink, id: string): string =>
  `${siteUrl}${paths.newsletter}#${link}=${newsletterToken(secret, link, id)}`

/** What mail programs post to, without a page (RFC 8058). */
export const oneClickAddress = ({ secret, siteUrl }: Site, id: string): string =>
  `${siteUrl}/api/newsletter/unsubscribe?token=${newsletterToken(secret, 'unsubscribe', id)}`
