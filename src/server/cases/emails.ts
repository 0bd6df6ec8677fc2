import { randomUUID } from 'node:crypto'
import type { CaseDocumentRef } from '~/contracts/case-documents'
import { caseColumns, type CaseRef } from '~/contracts/cases'
import type { Prisma } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import { type Recipient, recipientFields, recipientOf } from '~/server/outbox/outbox'
import { renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/settings/read'

type Tx = Prisma.TransactionClient

/** An email to a customer about their repair or trade-in, as an administrator has seen it. */
export interface CaseEmail extends Recipient {
  of: CaseRef
  /** What it is about: 'estimate', 'offer', or a status. */
  kind: string
  subject: string
  /** Plain text; an empty line ends a paragraph. */
  body: string
  authorId: string | null
  /** Which of the case's documents goes with it, as PDF. */
  document?: Omit<CaseDocumentRef, keyof CaseRef>
}

/** Where emails about a case go; null where it has no customer. */
export async function caseRecipient(tx: Tx, { noun, id }: CaseRef): Promise<Recipient | null> {
  const select = { user: { select: recipientFields } }
  const found =
    noun === 'repairs' ? await tx.repair.findUnique({ where: { id }, select }) : await tx.tradeIn.findUnique({ where: { id }, select })
  return found?.user?.email ? recipientOf(found.user) : null
}

/**
 * Writes an email about a case and posts it, in the transaction of what causes it: neither stays without the other. What
 * goes out and what is kept have one id.
 */
export async function queueCaseEmail(tx: Tx, { outbox, siteUrl }: Pick<Services, 'outbox' | 'siteUrl'>, email: CaseEmail): Promise<void> {
  const { of, kind, to, name, subject, body, authorId, document } = email
  const id = randomUUID()
  await tx.caseEmail.create({ data: { id, ...caseColumns(of), kind, recipient: to, subject, body, authorId } })
  const { company_name: companyName } = await readSettings(tx)
  const before = body.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])
  const link = { label: 'Contact us', href: `${siteUrl}${paths.contact}` }
  await outbox.email(
    tx,
    renderEmail({ companyName, siteUrl }, { to, subject, name, before, link, after: [] }),
    id,
    document && { ...of, ...document },
  )
}

/** Writes down when an email about a case was delivered; other emails are none of these. */
export async function markDelivered({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<void> {
  await db.prisma.caseEmail.updateMany({ where: { id, sentAt: null }, data: { sentAt: now() } })
}
