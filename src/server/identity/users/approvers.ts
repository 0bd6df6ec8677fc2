import { MOST_ADMINISTRATORS } from '~/contracts/cases/cases'
import { emailAddress } from '~/contracts/identity/auth'
import { allows, storedScopes, type ScopedRouter } from '~/contracts/identity/api-keys'
import type { Prisma } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import { readAdministrators } from './administrators'
import { approvalRules } from './second-administrator'

interface Asked {
  router: ScopedRouter
  requestedBy: string | null
  at: Date
  /** 'An offer of €6,000.00 for trade-in TRD-10001'. */
  what: string
  because: string | null
}

const readAll = (tx: Prisma.TransactionClient) =>
  tx.user.findMany({
    where: { profile: { role: 'admin' } },
    select: { id: true, ...recipientFields, profile: { select: { fullName: true, scopes: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_ADMINISTRATORS,
  })

const isStaffOf =
  (router: ScopedRouter) =>
  ({ email, profile }: Awaited<ReturnType<typeof readAll>>[number]): boolean =>
    allows(storedScopes.nullable().parse(profile?.scopes ?? null), router, 'write') && emailAddress.safeParse(email).success

export interface StaffEmail {
  router: ScopedRouter
  subject: string
  before: string[]
  link: { label: string; path: string }
  after: string
}

/** Emails administrators with the scope in the causing transaction, without naming a customer. */
export async function tellStaff(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  { router, link, after, ...email }: StaffEmail,
): Promise<void> {
  const readers = (await readAll(tx)).filter(isStaffOf(router))
  if (readers.length === 0) return
  const branding = await readBranding(tx, siteUrl)
  for (const reader of readers)
    await outbox.email(
      tx,
      renderEmail(branding, {
        ...recipientOf(reader),
        ...email,
        link: { label: link.label, href: `${siteUrl}${paths.admin}${link.path}` },
        after: [after],
      }),
    )
}

/** In the asking transaction: staff with the scope who may be another person than the requester. Names no customer. */
export async function tellApprovers(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  { router, requestedBy, at, what, because }: Asked,
): Promise<void> {
  const administrators = await readAll(tx)
  const ids = administrators.map(({ id }) => id)
  const whyNot = requestedBy === null ? () => null : await approvalRules(tx, [requestedBy], ids, at)
  const readers = administrators.filter((each) => isStaffOf(router)(each) && whyNot(requestedBy ?? '', each.id) === null)
  if (readers.length === 0) return
  const branding = await readBranding(tx, siteUrl)
  const by = administrators.find(({ id }) => id === requestedBy)?.email ?? null
  const asks = by === null ? `${what} was asked for, and nobody has confirmed it yet.` : `${by} has asked for it: ${what}.`
  for (const reader of readers) {
    const email = renderEmail(branding, {
      ...recipientOf(reader),
      subject: `Waiting for an approval: ${what}`,
      before: [asks, because === null ? 'It is above the limit of one administrator.' : `It needs a second administrator: ${because}.`],
      link: { label: 'Open the approvals', href: `${siteUrl}${paths.admin}/approvals` },
      after: ['Nothing happens until somebody approves it. You get this email because you may approve it.'],
    })
    await outbox.email(tx, email)
  }
}

export interface AdministratorsEmail {
  subject: (companyName: string) => string
  before: string[]
  link: { label: string; path: string }
  after: string
}

export async function tellAdministrators(
  tx: Prisma.TransactionClient,
  { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>,
  { subject, before, link, after }: AdministratorsEmail,
): Promise<void> {
  const branding = await readBranding(tx, siteUrl)
  for (const administrator of await readAdministrators(tx)) {
    if (!emailAddress.safeParse(administrator.email).success) continue
    const email = renderEmail(branding, {
      ...recipientOf(administrator),
      subject: subject(branding.companyName),
      before,
      link: { label: link.label, href: `${siteUrl}${paths.admin}${link.path}` },
      after: [after, 'Every administrator gets this email.'],
    })
    await outbox.email(tx, email)
  }
}
