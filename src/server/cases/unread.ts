import { MOST_UNREAD } from '~/contracts/cases/messages'
import type { CaseNoun } from '~/contracts/cases/cases'
import { Prisma } from '~/generated/prisma/client'
import { writtenOut } from '~/server/platform/database/column-values'

/** Messages that nobody has read, as lists of cases ask for them; the case's row is `t`. Their indexes hold unread ones alone. */

export const messageColumn = { repairs: Prisma.sql`repair_id`, tradeIns: Prisma.sql`trade_in_id` } as const satisfies Record<
  CaseNoun,
  Prisma.Sql
>

/** How many messages of its customer the desk has not read. */
export const unreadByDesk = (noun: CaseNoun) => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.${messageColumn[noun]} = t.id AND m.side = 'customer' AND m.read_at IS NULL LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

/** How many messages of the desk its customer has not read. */
export const unreadByCustomer = (noun: CaseNoun) => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.${messageColumn[noun]} = t.id AND m.side = 'desk' AND m.read_at IS NULL
      AND customer_of_row(m.customer_id, m.repair_id, m.trade_in_id) = t.user_id LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

/** Whether there are any that the desk has not read. */
export const hasUnreadByDesk = (noun: CaseNoun) => Prisma.sql`t.id IN (
    SELECT m.${messageColumn[noun]} FROM case_messages AS m
    WHERE m.${messageColumn[noun]} IS NOT NULL AND m.side = 'customer' AND m.read_at IS NULL)`
