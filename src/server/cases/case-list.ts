import type { CaseNoun } from '~/contracts/cases/cases'
import type { DeviceInfo } from '~/contracts/cases/fields'
import type { CaseFilters, CaseSort } from '~/contracts/office/status-inputs'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { customerShape } from '~/server/office/records/customer-list'
import type { ReadContext } from '~/server/office/records/status-records'
import { hasUnreadByDesk } from './unread'
import { jsonObject } from '~/server/platform/lists/json-row'
import { type Keyset, booleanColumn, dayColumn, timeColumn, byId, createdSorts } from '~/server/platform/lists/sorts'

/** How lists of cases are sorted and narrowed by what is due and who has it. The row is `t`. */

/** The statuses in which a case is not done yet; its index has them in this order (migration 20261123010000_due_dates). */
const isDone = (open: readonly string[]) => Prisma.raw(`(t.status NOT IN (${open.map((status) => `'${status}'`).join(', ')}))`)

/** A case without a day, or with one of no calendar, comes after all others. */
const dueDay = Prisma.sql`(CASE WHEN t.due_on BETWEEN '0001-01-01' AND '9999-12-31' THEN t.due_on ELSE '9999-12-31' END)`

export const caseListSorts = (open: readonly string[]): Record<CaseSort, Keyset> => ({
  ...createdSorts,
  due: {
    name: 'due',
    columns: [booleanColumn(isDone(open)), dayColumn(dueDay), timeColumn(Prisma.sql`t.created_at`), byId],
    descending: false,
  },
})

/** Those of whoever asks, those that should have been done before today, and those with unread messages. */
export const caseFilter =
  (noun: CaseNoun, open: readonly string[]) =>
  ({ assigned, due, messages }: CaseFilters, { viewer, now, businessTimeZone }: ReadContext): Prisma.Sql[] => [
    ...(assigned === 'me' ? [Prisma.sql`t.assigned_to = ${viewer.userId}::uuid`] : []),
    ...(due === 'overdue' ? [Prisma.sql`NOT ${isDone(open)} AND ${dueDay} < ${calendarDay(now(), businessTimeZone)}::text::date`] : []),
    ...(messages === 'unread' ? [hasUnreadByDesk] : []),
  ]

/** The administrator who works on the row. */
export const assigneeShape = customerShape.nullable()

export const assigneeJson = Prisma.sql`CASE WHEN t.assigned_to IS NOT NULL THEN (
    SELECT ${jsonObject({ email: Prisma.sql`left(coalesce(p.email, u.email), 254)`, fullName: Prisma.sql`left(p.full_name, 200)` })}
    FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = t.assigned_to) END`

/** A field of a customer's device; empty where plain SQL has left something else. */
export const deviceCell = (device: DeviceInfo, field: 'manufacturer' | 'model') => {
  const value = typeof device === 'object' && device !== null && !Array.isArray(device) ? device[field] : null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
