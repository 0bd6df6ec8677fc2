import type { Call } from '~/server/call'
import type * as z from 'zod'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { changeInput, WithChangeEmails } from '~/contracts/change-emails'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { insertAudit } from '~/server/platform/audit/record-audit'
import type { VisibleEmail } from './email-change'

type Tx = Prisma.TransactionClient

export async function forget(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ofThese = { where: { id: { in: [...ids] } } }
  await tx.caseEmail.deleteMany(ofThese)
  await tx.caseLink.deleteMany(ofThese)
  await tx.creditEmail.deleteMany(ofThese)
  // A notice that was not sent starts no period.
  await tx.collectionNotice.deleteMany({ where: { emailId: { in: [...ids] } } })
}

/** `after` has the email's subject and kind. */
export const recalledAction = (noun: CaseNoun) => `${records[noun].auditSubject}.email_recalled`

export async function auditRecalled(tx: Tx, { actor }: Pick<Call<never>, 'actor'>, noun: CaseNoun, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { auditSubject: subjectType } = records[noun]
  const told = Prisma.sql`
    SELECT e.case_id::text AS subject_id, NULL::jsonb AS before, jsonb_build_object('subject', e.subject, 'kind', e.kind) AS after
    FROM case_emails AS e JOIN ${Prisma.raw(records[noun].table)} AS t ON t.id = e.case_id WHERE e.id = ANY (${[...ids]}::uuid[]) ORDER BY e.id`
  await tx.$executeRaw(insertAudit(actor, { action: recalledAction(noun), subjectType }, told))
}

export async function recallWithin(tx: Tx, call: Call<'outbox'>, change: string): Promise<void> {
  const ids = await call.outbox.recall(tx, change)
  if (ids.length > 0) {
    for (const noun of caseNouns) await auditRecalled(tx, call, noun, ids)
    await forget(tx, ids)
  }
  call.outbox.tooLate(await sentIn(tx, change))
}

const sentIn = (tx: Tx, change: string) =>
  tx.$queryRaw<VisibleEmail[]>`
    SELECT id::text, recipient AS to, subject, change_id::text AS change FROM case_emails WHERE change_id = ${change}::uuid
    UNION ALL
    SELECT m.id::text, u.email, 'About store credit', m.change_id::text FROM credit_emails AS m JOIN credit_lots AS l ON l.id = m.lot_id
      JOIN credit_accounts AS a ON a.id = l.account_id JOIN users AS u ON u.id = a.user_id WHERE m.change_id = ${change}::uuid`

/** The change itself stays. @returns the number; `letters` names the recalled and the sent ones */
export async function recallEmails(
  call: Call<'db' | 'outbox'>,
  { change }: z.output<typeof changeInput>,
): Promise<WithChangeEmails<object>> {
  await call.db.prisma.$transaction((tx) => recallWithin(tx, call, change))
  return {}
}
