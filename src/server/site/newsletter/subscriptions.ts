import type { Call } from '~/server/call'
import type * as z from 'zod'
import type { MessageAnswer } from '~/contracts/identity/account'
import {
  CONFIRM_ANSWER,
  CONFIRM_DAYS,
  SUBSCRIBE_ANSWER,
  UNSUBSCRIBE_ANSWER,
  UNSUBSCRIBE_LINK_ANSWER,
  type NewsletterFigures,
  type newsletterLinkInput,
  type NewsletterLinkState,
  type newsletterLinkStateInput,
  type subscribeInput,
} from '~/contracts/site/newsletter'
import type { Prisma } from '~/generated/prisma/client'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { inConstantTime } from '~/server/identity/accounts/sign-up'
import { networkOf, takeInSteps, type Limits, type LimitSteps } from '~/server/identity/auth/limits'
import { badLink } from '~/server/identity/auth/mail-tokens'
import { hasErrorCode } from '~/server/platform/errors'
import type { Network } from '~/server/platform/network/network'
import type { Services } from '~/server/services'
import { subscriberOf, newsletterPage, oneClickAddress } from './newsletter-links'
import { paths } from '~/lib/paths'
import type { Email } from '~/server/platform/mail/email'
import { writeEmail, type Branding } from '~/server/platform/email-texts/write-email'
import { newsletterAgain, newsletterConfirm, newsletterUnsubscribe, newsletterWelcome } from './newsletter-email-templates'

interface To {
  id: string
  email: string
}

type Site = Pick<Services, 'secret' | 'siteUrl'>

/** Unsubscribing takes one press, in the mail program or by the link in the email. */
function newsletterEmail(site: Site, branding: Branding, { id, email: to }: To, template: typeof newsletterConfirm, href: string): Email {
  const foot = { label: 'Unsubscribe', href: newsletterPage(site, 'unsubscribe', id) }
  return { ...writeEmail(branding, template, { to, name: null, href, foot, values: {} }), unsubscribe: oneClickAddress(site, id) }
}

const confirmEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, newsletterConfirm, newsletterPage(site, 'confirm', to.id))

const productsPage = ({ siteUrl }: Branding) => `${siteUrl}${paths.products}`

const welcomeEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, newsletterWelcome, productsPage(branding))

const alreadySubscribedEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, newsletterAgain, productsPage(branding))

const unsubscribeEmail = (site: Site, branding: Branding, to: To): Email =>
  newsletterEmail(site, branding, to, newsletterUnsubscribe, newsletterPage(site, 'unsubscribe', to.id))

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

/** The earliest request that can still be confirmed; older ones are deleted. */
export const requestedSince = (now: Date): Date => new Date(now.getTime() - CONFIRM_DAYS * DAY_MS)

const newsletterEmails: LimitSteps = { own: 'newsletterAddress', everywhere: 'newsletterEverywhere', underAttack: 'newsletterUnderAttack' }

async function mayWrite(limits: Limits, email: string, network: Network | null): Promise<boolean> {
  try {
    await takeInSteps(limits, email, network, newsletterEmails)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'over_request_rate_limit')) return false
    throw error
  }
}

type Asking = Call<keyof Services>
type Asked = z.output<typeof subscribeInput>
type Write = (site: Site, branding: Branding, to: To) => Email

/** The same answer in the same time, whatever is known of the address. @param find null writes nothing */
async function writeTo(
  services: Asking,
  { email, website }: Asked,
  message: string,
  find: (tx: Tx) => Promise<{ to: To; write: Write } | null>,
): Promise<MessageAnswer> {
  const { db, limits } = services
  const network = networkOf({ ip: services.actor.ip ?? null })
  await limits.take('newsletter', network)
  return inConstantTime(async () => {
    if (website === '') {
      await db.prisma.$transaction(async (tx) => {
        if (!(await mayWrite(limits.within(tx), email, network))) return
        const found = await find(tx)
        if (found) await queueEmail(tx, services, (branding) => found.write(services, branding, found.to))
      })
    }
    return { message }
  })
}

/** New, waiting and subscribed addresses get the same answer. @throws TOO_MANY_REQUESTS */
export const subscribe = (services: Asking, asked: Asked): Promise<MessageAnswer> =>
  writeTo(services, asked, SUBSCRIBE_ANSWER, async (tx) => {
    const { email } = asked
    const at = services.now()
    const create = { email, requestedAt: at, createdAt: at }
    const to = await tx.newsletterSubscriber.upsert({ where: { email }, create, update: { requestedAt: at } })
    return { to, write: to.confirmedAt === null ? confirmEmail : alreadySubscribedEmail }
  })

/** For a link that was cut off. Adds no address to the list. @throws TOO_MANY_REQUESTS */
export const sendUnsubscribeLink = (services: Asking, asked: Asked): Promise<MessageAnswer> =>
  writeTo(services, asked, UNSUBSCRIBE_LINK_ANSWER, async (tx) => {
    const to = await tx.newsletterSubscriber.findUnique({ where: { email: asked.email } })
    return to && { to, write: unsubscribeEmail }
  })

export async function readNewsletterLink(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  { token, purpose }: z.output<typeof newsletterLinkStateInput>,
): Promise<{ state: NewsletterLinkState }> {
  const id = subscriberOf(secret, purpose, token)
  if (id === null) return { state: 'ended' }
  const found = await db.prisma.newsletterSubscriber.findUnique({ where: { id }, select: { confirmedAt: true, requestedAt: true } })
  if (purpose === 'unsubscribe') return { state: found ? 'good' : 'done' }
  if (!found) return { state: 'ended' }
  if (found.confirmedAt !== null) return { state: 'done' }
  return { state: found.requestedAt > requestedSince(now()) ? 'good' : 'ended' }
}

/** Idempotent, with one welcome email. @throws BAD_REQUEST `otp_expired` for a link that is unknown or too old */
export async function confirmSubscription(
  services: Call<keyof Services>,
  { token }: z.output<typeof newsletterLinkInput>,
): Promise<MessageAnswer> {
  const { db, now, secret } = services
  const id = subscriberOf(secret, 'confirm', token)
  if (id === null) throw badLink()
  await db.prisma.$transaction(async (tx) => {
    const [confirmed] = await tx.newsletterSubscriber.updateManyAndReturn({
      where: { id, confirmedAt: null, requestedAt: { gt: requestedSince(now()) } },
      data: { confirmedAt: now() },
    })
    if (confirmed) await queueEmail(tx, services, (branding) => welcomeEmail(services, branding, confirmed))
    else if ((await tx.newsletterSubscriber.count({ where: { id, confirmedAt: { not: null } } })) === 0) throw badLink()
  })
  return { message: CONFIRM_ANSWER }
}

/** Idempotent. @throws BAD_REQUEST `otp_expired` for a link that is not ours */
export async function unsubscribe(
  { db, secret }: Pick<Services, 'db' | 'secret'>,
  { token }: z.output<typeof newsletterLinkInput>,
): Promise<MessageAnswer> {
  const id = subscriberOf(secret, 'unsubscribe', token)
  if (id === null) throw badLink()
  await db.prisma.newsletterSubscriber.deleteMany({ where: { id } })
  return { message: UNSUBSCRIBE_ANSWER }
}

export const isSubscribed = async (tx: Pick<Tx, 'newsletterSubscriber'>, email: string): Promise<boolean> =>
  (await tx.newsletterSubscriber.count({ where: { email, confirmedAt: { not: null } } })) > 0

export async function setSubscribed(tx: Pick<Tx, 'newsletterSubscriber'>, email: string, wanted: boolean, now: Date): Promise<void> {
  if (!wanted) {
    await tx.newsletterSubscriber.deleteMany({ where: { email } })
    return
  }
  const known = await tx.newsletterSubscriber.updateMany({ where: { email, confirmedAt: null }, data: { confirmedAt: now } })
  if (known.count === 0)
    await tx.newsletterSubscriber.createMany({ data: { email, createdAt: now, requestedAt: now, confirmedAt: now }, skipDuplicates: true })
}

export async function newsletterFigures({ db, now }: Pick<Services, 'db' | 'now'>): Promise<NewsletterFigures> {
  const { newsletterSubscriber: subscribers } = db.prisma
  const confirmed = await subscribers.count({ where: { confirmedAt: { not: null } } })
  const waiting = await subscribers.count({ where: { confirmedAt: null, requestedAt: { gt: requestedSince(now()) } } })
  return { confirmed, waiting }
}
