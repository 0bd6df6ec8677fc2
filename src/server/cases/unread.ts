import { MOST_UNREAD } from '~/contracts/cases/messages'
import { Prisma } from '~/generated/prisma/client'
import { writtenOut } from '~/server/platform/database/column-values'

/** Messages that nobody has read, as lists of cases ask for them; the case's row is `t`. Their indexes hold unread ones alone. */

/** How many messages of its customer the desk has not read. */
export const unreadByDesk = Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.case_id = t.id AND m.side = 'customer' AND m.read_at IS NULL LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

/** How many messages of the desk its customer has not read. */
export const unreadByCustomer = Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.case_id = t.id AND m.side = 'desk' AND m.read_at IS NULL
      AND customer_of_row(m.customer_id, m.case_id) = t.user_id LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

/** True if there are any that the desk has not read. */
export const hasUnreadByDesk = Prisma.sql`t.id IN (
    SELECT m.case_id FROM case_messages AS m WHERE m.side = 'customer' AND m.read_at IS NULL)`
