import { caseStatuses, isEmailedByDefault, type CaseStatus, type EmailRule, type saveEmailRulesInput } from '~/contracts/cases/emails'
import type { CaseNoun } from '~/contracts/case-ref'
import type * as z from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { conflict } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

type Reader = Pick<Prisma.TransactionClient, 'caseEmailRule'>

async function rulesOf(db: Reader, noun: CaseNoun): Promise<EmailRule[]> {
  const stored = await db.caseEmailRule.findMany({ where: { noun } })
  return caseStatuses[noun].map((status: CaseStatus) => {
    const rule = stored.find((each) => each.status === status)
    return { status, isEnabled: rule?.isEnabled ?? isEmailedByDefault(noun, status), version: rule?.version ?? 0 }
  })
}

export const readEmailRules = ({ db }: Pick<Services, 'db'>, { noun }: { noun: CaseNoun }): Promise<EmailRule[]> => rulesOf(db.prisma, noun)

/** @returns all rules of the record type @throws CONFLICT without a change if one has another version */
export function saveEmailRules({ db, actor }: Call<'db'>, { noun, rules }: z.output<typeof saveEmailRulesInput>): Promise<EmailRule[]> {
  return db.prisma.$transaction(async (tx) => {
    // Missing rows cannot be locked.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('case_email_rules'))::text`
    const stored = new Map((await rulesOf(tx, noun)).map((rule) => [rule.status, rule]))
    const before: Record<string, boolean> = {}
    const after: Record<string, boolean> = {}
    for (const { status, isEnabled, version } of rules) {
      const was = stored.get(status)
      if (!was) continue
      if (version !== undefined && version !== was.version) throw conflict({ one: 'setting' })
      if (was.isEnabled === isEnabled) continue
      await tx.caseEmailRule.upsert({
        where: { noun_status: { noun, status } },
        create: { noun, status, isEnabled },
        update: { isEnabled },
      })
      before[status] = was.isEnabled
      after[status] = isEnabled
    }
    if (Object.keys(after).length > 0) {
      await recordAudit(tx, actor, { action: 'case_email_rules.updated', subjectType: 'case_email_rules', subjectId: noun, before, after })
    }
    return rulesOf(tx, noun)
  })
}
