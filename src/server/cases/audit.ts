import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor, type AuditEvent } from '~/server/platform/audit/record'

/** How a case's own events are written down. @param action such as 'estimate_sent', which becomes 'repair.estimate_sent' */
const auditOf =
  (noun: 'repairs' | 'tradeIns') =>
  (tx: Prisma.TransactionClient, actor: Actor, id: string, action: string, told: Pick<AuditEvent, 'before' | 'after'>): Promise<void> => {
    const { auditSubject: subjectType } = records[noun]
    return recordAudit(tx, actor, { action: `${subjectType}.${action}`, subjectType, subjectId: id.toLowerCase(), ...told })
  }

/** What has happened to a repair's estimates and costs, in its history. */
export const auditRepair = auditOf('repairs')

/** What has happened to a trade-in's evaluation and offers, in its history. */
export const auditTradeIn = auditOf('tradeIns')
