import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emailAddress } from '~/contracts/identity/auth'
import { quoteKinds, type CaseDocumentRef } from '~/contracts/cases/documents'
import { isTextedTo, type NoRecipient, caseStatuses } from '~/contracts/cases/emails'
import { parcelPage, type Parcel } from '~/contracts/carriers'
import { type CaseNoun, type CaseRef, caseNouns } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { textableNumber } from '~/server/identity/auth/phone'
import { hasNoAddress } from '~/server/identity/users/no-address'
import { type PostedEmail, type Recipient, recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import type { CaseWords } from './case-words'
import { paths } from '~/lib/paths'
import { issueClaimToken } from '~/server/identity/auth/mail-tokens'
import { presentCase } from './customer-case'
import { createTrackingLinks } from './tracking-links'
import { deviceName } from '~/contracts/cases/device'
import { safeJson } from '~/server/platform/database/column-values'

/** The machines of one request often advance together: their customer gets one email (platform/outbox/gather-emails.ts). */

const byItself = ['reminder', 'expired', 'credited']
const steps = new Set<string>([...caseStatuses.repairs, ...caseStatuses.tradeIns, 'arrived', 'estimate', 'offer', ...byItself])

const waitsForOthers = (changeId: string | null, kind: string): boolean => changeId !== null || byItself.includes(kind)

interface Among {
  group: string
  title: string
}

/** Finds emails about cases of requests in one statement. @returns keyed by case id and kind of email */
async function findAmong(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  emails: readonly { of: CaseRef; kind: string }[],
): Promise<(email: { of: CaseRef; kind: string }) => Among | undefined> {
  const ids = emails.filter(({ kind }) => steps.has(kind)).map(({ of }) => of.id)
  if (ids.length === 0) return () => undefined
  const selects = caseNouns.map(
    (
      noun,
    ) => Prisma.sql`SELECT id::text AS id, ${Prisma.raw(records[noun].status.number)} AS number, request_id::text AS request, device_info AS "deviceInfo"
      FROM ${Prisma.raw(records[noun].table)} WHERE id = ANY (${ids}::uuid[]) AND request_id IS NOT NULL`,
  )
  const found = await tx.$queryRaw<
    { id: string; number: string; request: string; deviceInfo: unknown }[]
  >`${Prisma.join(selects, ' UNION ALL ')}`
  const cases = new Map(found.map((each) => [each.id, each]))
  return ({ of, kind }) => {
    const known = steps.has(kind) ? cases.get(of.id.toLowerCase()) : undefined
    if (!known) return undefined
    const title = `${known.number.slice(0, 100)}, ${deviceName(safeJson(known.deviceInfo)).slice(0, 200)}`
    return { group: `${known.request}:${of.noun}:${kind}`, title }
  }
}

type Tx = Prisma.TransactionClient

export interface CaseEmail extends Recipient, CaseWords {
  of: CaseRef
  /** 'estimate', 'offer', or a status. */
  kind: string
  authorId: string | null
  document?: Omit<CaseDocumentRef, keyof CaseRef> | undefined
  parcel?: Parcel | undefined
  /** Stays right whatever status follows. */
  lasts?: boolean
  /** Issues store credit to a customer who has never signed in: the button leads to a password and the credit. */
  opensCredit?: { at: Date } | undefined
}

type Account = Parameters<typeof recipientOf>[0]
type PhonedAccount = Account & { profile: { phone: string | null } | null }

interface Texting {
  outbox: Pick<Services['outbox'], 'textCountries'>
}

/** Null for an unusable address, which plain SQL may have left. */
export function mailable(
  user: Account | null | undefined,
): { recipient: Recipient; missing: null } | { recipient: null; missing: NoRecipient } {
  if (!user?.email) return { recipient: null, missing: 'no_customer' }
  if (hasNoAddress(user.email)) return { recipient: null, missing: 'no_address' }
  if (!emailAddress.safeParse(user.email).success) return { recipient: null, missing: 'bad_address' }
  return { recipient: recipientOf(user), missing: null }
}

/** Falls back to a text message for a customer without an email address, if texts can reach the number. */
export function reachable(user: PhonedAccount | null | undefined, { outbox: { textCountries } }: Texting): ReturnType<typeof mailable> {
  const found = mailable(user)
  if (found.missing !== 'no_address' || textCountries === null) return found
  const to = textableNumber(user?.profile?.phone, textCountries)
  return to === null ? found : { recipient: { to, name: user?.profile?.fullName ?? null }, missing: null }
}

/** Null without a reachable customer. @param choice of an optional kind of email, which the customer may have declined */
export async function caseRecipient(
  tx: Tx,
  services: Texting,
  ref: CaseRef,
  choice?: 'wantsReminders' | 'wantsMessages',
): Promise<Recipient | null> {
  const profile = { select: { fullName: true, phone: true, wantsReminders: true, wantsMessages: true } }
  const select = { ...recipientFields, profile }
  const customerId = (await presentCase(tx, ref))?.customerId
  const user = customerId ? await tx.user.findUnique({ where: { id: customerId }, select }) : null
  if (choice && user?.profile?.[choice] === false) return null
  return reachable(user, services).recipient
}

export function linkLabel(noun: CaseNoun, kind: string): string {
  const answers = kind === 'estimate' || kind === 'offer' || kind === 'reminder'
  return answers ? `Answer the ${quoteKinds[noun]}` : `Follow your ${records[noun].one}`
}

const AT_A_TIME = 20

const textOf = (company: string, subject: string, { label, href }: { label: string; href: string }) =>
  `${company}: ${subject}. ${label}: ${href}`

/** To set a first password and see the credit: the email proves the address. Null for a customer who can sign in. */
async function creditPage(tx: Tx, siteUrl: string, of: CaseRef, at: Date): Promise<string | null> {
  const customerId = (await presentCase(tx, of))?.customerId
  const user = customerId ? await tx.user.findUnique({ where: { id: customerId }, select: { emailVerifiedAt: true } }) : null
  if (!customerId || user?.emailVerifiedAt !== null) return null
  return `${siteUrl}${paths.auth}#credit=${await issueClaimToken(tx, at, customerId)}`
}

const paragraphsOf = (body: string) => body.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])

/**
 * Queues emails about cases, or text messages to customers without an address, in the causing transaction. Job, stored email and link share
 * one id; the number of statements is constant. Emails of an administrator's change wait a moment and can be recalled. @returns their ids
 */
export async function queueCaseEmails(
  tx: Tx,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  emails: readonly CaseEmail[],
): Promise<string[]> {
  if (emails.length === 0) return []
  const branding = await readBranding(tx, siteUrl)
  const identified = emails.map((email) => ({ ...email, id: randomUUID() }))
  const pages = await createTrackingLinks(
    tx,
    identified.map(({ of, id }) => ({ ...of, linkId: id })),
    siteUrl,
  )
  const amongOf = await findAmong(
    tx,
    emails.filter(({ kind }) => waitsForOthers(outbox.changeId, kind)),
  )
  const posted: PostedEmail[] = []
  for (const [index, { id, of, kind, to, subject, name, body, document, parcel, lasts, opensCredit }] of identified.entries()) {
    const tracking = { label: linkLabel(of.noun, kind), href: pages[index] ?? siteUrl }
    const credit = opensCredit && !isTextedTo(to) ? await creditPage(tx, siteUrl, of, opensCredit.at) : null
    const link = credit === null ? tracking : { label: 'Open your store credit', href: credit }
    if (posted.length % AT_A_TIME === AT_A_TIME - 1) await nextTurn()
    if (isTextedTo(to)) {
      posted.push({ email: { to, subject, html: '', text: textOf(branding.companyName, subject, link) }, id, isText: true, lasts })
      continue
    }
    const page = parcel ? parcelPage(parcel) : null
    const parcelLink = page === null ? null : { label: 'Track your parcel', href: page }
    const foot = credit === null ? parcelLink : tracking
    const content = {
      to,
      subject,
      name,
      before: paragraphsOf(body),
      link,
      ...(foot && { foot }),
      after: [],
    }
    const among = waitsForOthers(outbox.changeId, kind) ? amongOf({ of, kind }) : undefined
    posted.push({
      email: renderEmail(branding, content),
      id,
      document: document && { ...of, ...document },
      lasts,
      together: among && { ...among, content },
    })
  }
  await tx.caseEmail.createMany({
    data: identified.map(({ id, of, kind, to, subject, body, authorId }) => ({
      id,
      caseId: of.id,
      kind,
      recipient: to,
      subject,
      body: isTextedTo(to) ? '' : body,
      authorId,
      changeId: outbox.changeId,
    })),
  })
  await outbox.customerEmails(tx, posted)
  return posted.map(({ id }) => id)
}

export const queueCaseEmail = (tx: Tx, services: Pick<Services, 'outbox' | 'siteUrl'>, email: CaseEmail): Promise<string[]> =>
  queueCaseEmails(tx, services, [email])

export async function markDelivered({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<void> {
  await db.prisma.caseEmail.updateMany({ where: { id, sentAt: null }, data: { sentAt: now() } })
}
