import type { CaseNoun } from '~/contracts/case-ref'
import { caseStatuses } from '~/contracts/cases/emails'
import type { DeviceInfo } from '~/contracts/device-info'
import type { CaseFilters, CaseSort, QuoteState } from '~/contracts/status-inputs'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { customerShape } from '~/server/platform/records/customer-list'
import type { ReadContext } from '~/server/platform/records/status-records'
import { caseTables } from './base/case-standing'
import { hasUnreadByDesk } from './unread-messages'
import { jsonObject } from '~/server/platform/lists/json-row'
import { type Keyset, booleanColumn, dayColumn, timeColumn, byId, createdSorts } from '~/server/platform/lists/sorts'

/** How lists of cases are sorted and narrowed by what is due and who has it. The row is `t`. */

/**
 * A case whose due day is past caring about. Its index has these statuses in this order (`repairs_due_idx`, `trade_ins_due_idx`), so that a
 * further status in which a case is still due asks for no other index.
 */
const isDone = (noun: CaseNoun) => {
  const due: readonly string[] = caseTables[noun].due
  const done = caseStatuses[noun].filter((status) => !due.includes(status))
  return Prisma.raw(`(t.status IN (${done.map((status) => `'${status}'`).join(', ')}))`)
}

/** Cases without a valid day come last. */
const dueDay = Prisma.sql`(CASE WHEN t.due_on BETWEEN '0001-01-01' AND '9999-12-31' THEN t.due_on ELSE '9999-12-31' END)`

export const caseListSorts = (noun: CaseNoun): Record<CaseSort, Keyset> => ({
  ...createdSorts,
  due: {
    name: 'due',
    columns: [booleanColumn(isDone(noun)), dayColumn(dueDay), timeColumn(Prisma.sql`t.created_at`), byId],
    descending: false,
  },
})

/** The latest quote of the present customer; staff do not wait for a former one's answer. */
const quotesOfRow = Prisma.sql`case_quotes AS q WHERE q.case_id = t.id AND (q.customer_id IS NULL OR q.customer_id = t.user_id)`
export const quoteStateJson = Prisma.sql`(SELECT q.state FROM ${quotesOfRow} ORDER BY q.number DESC LIMIT 1)`
/** The latest quote sent to the row's customer (`sentQuoteShape`), without drafts. */
export const sentQuoteJson = Prisma.sql`(SELECT json_build_object('state', q.state, 'total', q.total) FROM case_quotes AS q
  WHERE q.case_id = t.id AND q.state <> 'draft' AND customer_of_row(q.customer_id, q.case_id) IS NOT DISTINCT FROM t.user_id
  ORDER BY q.number DESC LIMIT 1)`
/** Starts from the quotes in the state, which are indexed. */
const isQuoted = (state: QuoteState) => Prisma.sql`(t.id IN (SELECT q.case_id FROM case_quotes AS q WHERE q.state = ${state}::quote_state)
    AND ${quoteStateJson} = ${state}::quote_state)`

export const caseFilter =
  (noun: CaseNoun) =>
  (view: CaseFilters, { viewer, now, businessTimeZone }: ReadContext): Prisma.Sql[] => {
    const { isExpedited, isClaim } = caseTables[noun]
    const isOpen = Prisma.sql`NOT ${isDone(noun)}`
    const today = Prisma.sql`${calendarDay(now(), businessTimeZone)}::text::date`
    return [
      ...(view.assigned === 'me' ? [Prisma.sql`t.assigned_to = ${viewer.userId}::uuid`] : []),
      ...(view.assigned === 'nobody' ? [Prisma.sql`${isOpen} AND t.assigned_to IS NULL`] : []),
      ...(view.due === 'overdue' ? [Prisma.sql`${isOpen} AND ${dueDay} < ${today}`] : []),
      ...(view.due === 'today' ? [Prisma.sql`${isOpen} AND ${dueDay} = ${today}`] : []),
      ...(view.messages === 'unread' ? [hasUnreadByDesk] : []),
      ...(view.work === 'open' ? [isOpen] : []),
      ...(view.quote === undefined ? [] : [isQuoted(view.quote)]),
      ...(view.expedited === 'yes' ? [isExpedited] : []),
      ...(view.warranty === 'claim' ? [isClaim] : []),
    ]
  }

export const assigneeShape = customerShape.nullable()

export const assigneeJson = Prisma.sql`CASE WHEN t.assigned_to IS NOT NULL THEN (
    SELECT ${jsonObject({ email: Prisma.sql`left(coalesce(p.email, u.email), 254)`, fullName: Prisma.sql`left(p.full_name, 200)` })}
    FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = t.assigned_to) END`

export const locationJson = Prisma.sql`(SELECT k.location FROM cases AS c JOIN units AS k ON k.id = kept_unit(c.unit_id) WHERE c.id = t.id)`

/** Empty if plain SQL has left another type. */
export const deviceCell = (device: DeviceInfo, field: 'manufacturer' | 'model') => {
  const value = typeof device === 'object' && device !== null && !Array.isArray(device) ? device[field] : null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
