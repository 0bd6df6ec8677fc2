import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { caseText } from '~/server/cases/base/case-words'
import { companyValues, takenIn } from '~/server/cases/case-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { caseWords } from '~/server/cases/kinds/kind-words'
import { quotedCase } from '~/server/cases/base/read-quotes'
import { readRule } from '~/server/cases/status-emails'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { Call } from '~/server/call'
import { readSettings } from '~/server/site/settings/read-settings'
import { listed } from './request-emails'

type Tx = Prisma.TransactionClient

/** One link opens all cases of an intake, and one receipt lists them. @returns its id */
export async function beginIntake(tx: Tx, noun: CaseNoun, userId: string, at: Date): Promise<string> {
  const { id } = await tx.caseRequest.create({ data: { noun, userId, confirmedAt: at, details: { isIntake: true } }, select: { id: true } })
  return id
}

/** One email for all, by the rule of their first status. */
export async function emailTakenIn(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl'>,
  cases: readonly [CaseRef, ...CaseRef[]],
  status: CaseStatus,
): Promise<void> {
  const [first] = cases
  const recipient = await caseRecipient(tx, call, first)
  const { isEnabled } = await readRule(tx, first.noun, status, [])
  if (!recipient || !isEnabled) return
  const machines: { number: string; device: string }[] = []
  for (const of of cases) machines.push(await quotedCase(tx, of))
  const values = {
    ...companyValues(await readSettings(tx)),
    number: machines[0]?.number.slice(0, 60) ?? '',
    device: machines[0]?.device ?? '',
    count: String(cases.length),
    kind: records[first.noun].many,
    machines: listed(machines),
    next: caseWords[first.noun].afterArrival,
  }
  await queueCaseEmail(tx, call, {
    of: first,
    kind: status,
    ...recipient,
    ...caseText(call.outbox, takenIn, values),
    document: { kind: 'receipt' },
    authorId: call.actor.userId,
    lasts: true,
  })
}
