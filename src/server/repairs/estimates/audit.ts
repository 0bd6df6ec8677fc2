import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor, type AuditEvent } from '~/server/platform/audit/record'

type Told = Pick<AuditEvent, 'before' | 'after'>

/** What has happened to a repair's estimates and costs, in its history. @param action such as 'estimate_sent' */
export const auditRepair = (tx: Prisma.TransactionClient, actor: Actor, repairId: string, action: string, told: Told): Promise<void> => {
  const { auditSubject: subjectType } = records.repairs
  return recordAudit(tx, actor, { action: `${subjectType}.${action}`, subjectType, subjectId: repairId.toLowerCase(), ...told })
}
