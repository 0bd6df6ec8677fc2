import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor, type AuditEvent } from '~/server/platform/audit/record'

type Told = Pick<AuditEvent, 'before' | 'after'>

/** What has happened to a trade-in's evaluation and offers, in its history. @param action such as 'offer_sent' */
export const auditTradeIn = (tx: Prisma.TransactionClient, actor: Actor, tradeInId: string, action: string, told: Told): Promise<void> => {
  const { auditSubject: subjectType } = records.tradeIns
  return recordAudit(tx, actor, { action: `${subjectType}.${action}`, subjectType, subjectId: tradeInId.toLowerCase(), ...told })
}
