import { records } from '~/contracts/records'
import type { CaseNoun } from '~/contracts/case-ref'
import type { SentQuote } from '~/contracts/cases/sent-quote'
import type { Customer } from '~/contracts/status-inputs'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor, type AuditEvent } from '~/server/platform/audit/record-audit'

export const toDate = <None extends null | undefined>(day: string | None): Date | None => (typeof day === 'string' ? new Date(day) : day)

export function withDevice(known: unknown, told: object): Prisma.InputJsonObject {
  const stored = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {}
  return Object.fromEntries(Object.entries({ ...stored, ...told }).filter(([, value]) => value !== undefined)) as Prisma.InputJsonObject
}

export const orNull = (text: string) => (text.trim() === '' ? null : text)

interface AuditedCase {
  id: string
  version: number
  createdAt?: Date
  updatedAt?: Date
  completedAt?: Date | null
  unreadMessages?: number
  becameTradeIn?: string | null
  offer?: SentQuote | null
  returnAddress?: string | null
  customer: Customer
  assignee: Customer | null
}

/** Editable fields, and the customer's address too, but never where they live. */
export function audited({
  id: _id,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  completedAt: _completedAt,
  unreadMessages: _unreadMessages,
  becameTradeIn: _becameTradeIn,
  offer: _offer,
  returnAddress: _returnAddress,
  customer,
  assignee,
  ...fields
}: AuditedCase): Prisma.InputJsonObject {
  // An id would identify nobody to a reader.
  const told = { ...fields, customer: customer.email || customer.fullName, assignee: assignee && (assignee.fullName || assignee.email) }
  return JSON.parse(JSON.stringify(told)) as Prisma.InputJsonObject
}

/** @param action such as 'estimate_sent', which becomes 'repair.estimate_sent' */
export const auditCase =
  (noun: CaseNoun) =>
  (tx: Prisma.TransactionClient, actor: Actor, id: string, action: string, told: Pick<AuditEvent, 'before' | 'after'>): Promise<void> => {
    const { auditSubject: subjectType } = records[noun]
    return recordAudit(tx, actor, { action: `${subjectType}.${action}`, subjectType, subjectId: id.toLowerCase(), ...told })
  }
