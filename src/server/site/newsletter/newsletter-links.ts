import { timingSafeEqual } from 'node:crypto'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'
import { keyedHash } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

/** Derived from the subscriber's id and the installation's secret, so nothing is stored: each lives as long as its row. */

const proofOf = (secret: string, link: NewsletterLink, id: string) => keyedHash(secret, `newsletter/${link}`, id)

const newsletterToken = (secret: string, link: NewsletterLink, id: string): string => `${id}.${proofOf(secret, link, id)}`

export function subscriberOf(secret: string, link: NewsletterLink, token: string): string | null {
  const [id = '', proof = ''] = token.split('.')
  const right = Buffer.from(proofOf(secret, link, id))
  const given = Buffer.from(proof)
  return right.length === given.length && timingSafeEqual(right, given) ? id : null
}

type Site = Pick<Services, 'secret' | 'siteUrl'>

/** The token stands behind the #, which browsers send to no server. */
export const newsletterPage = ({ secret, siteUrl }: Site, link: NewsletterLink, id: string): string =>
  `${siteUrl}${paths.newsletter}#${link}=${newsletterToken(secret, link, id)}`

/** Mail programs post there (RFC 8058). */
export const oneClickAddress = ({ secret, siteUrl }: Site, id: string): string =>
  `${siteUrl}/api/newsletter/unsubscribe?token=${newsletterToken(secret, 'unsubscribe', id)}`
