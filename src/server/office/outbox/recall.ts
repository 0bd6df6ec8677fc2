import type * as z from 'zod'
import { caseNouns, type CaseNoun } from '~/contracts/cases/cases'
import type { changeInput, WithLetters } from '~/contracts/office/letters'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import { insertAudit } from '~/server/platform/audit/record'
import type { SeenLetter } from './change'

type Tx = Prisma.TransactionClient

/** Nothing was written that has not gone out, nor the link that it would have brought. */
export async function forget(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ofThese = { where: { id: { in: [...ids] } } }
  await tx.caseEmail.deleteMany(ofThese)
  await tx.caseLink.deleteMany(ofThese)
  await tx.creditEmail.deleteMany(ofThese)
}

/** The timelines of the cases say it. */
async function audit(tx: Tx, { actor }: Call<never>, noun: CaseNoun, ids: readonly string[]): Promise<void> {
  const { auditSubject: subjectType } = records[noun]
  const told = Prisma.sql`
    SELECT e.case_id::text AS subject_id, NULL::jsonb AS before, jsonb_build_object('subject', e.subject) AS after
    FROM case_emails AS e JOIN ${Prisma.raw(records[noun].table)} AS t ON t.id = e.case_id WHERE e.id = ANY (${[...ids]}::uuid[]) ORDER BY e.id`
  await tx.$executeRaw(insertAudit(actor, { action: `${subjectType}.email_recalled`, subjectType }, told))
}

/** Takes back what an earlier change has written to customers, in a transaction; what has gone out is named as gone. */
export async function recallWithin(tx: Tx, call: Call<'outbox'>, change: string): Promise<void> {
  const ids = await call.outbox.recall(tx, change)
  if (ids.length > 0) {
    for (const noun of caseNouns) await audit(tx, call, noun, ids)
    await forget(tx, ids)
  }
  call.outbox.tooLate(await sentIn(tx, change))
}

/** What is left of a change's letters once all that waited is forgotten. */
const sentIn = (tx: Tx, change: string) =>
  tx.$queryRaw<SeenLetter[]>`
    SELECT id::text, recipient AS to, subject, change_id::text AS change FROM case_emails WHERE change_id = ${change}::uuid
    UNION ALL
    SELECT m.id::text, u.email, 'About store credit', m.change_id::text FROM credit_emails AS m JOIN credit_lots AS l ON l.id = m.lot_id
      JOIN credit_accounts AS a ON a.id = l.account_id JOIN users AS u ON u.id = a.user_id WHERE m.change_id = ${change}::uuid`

/**
 * Takes back what a change has written to customers, as far as it waits still. What it has changed stays.
 * @returns how many emails are not sent any more; `letters` names them, and those that were on their way already
 */
export async function recallLetters(call: Call<'db' | 'outbox'>, { change }: z.output<typeof changeInput>): Promise<WithLetters<object>> {
  await call.db.prisma.$transaction((tx) => recallWithin(tx, call, change))
  return {}
}
