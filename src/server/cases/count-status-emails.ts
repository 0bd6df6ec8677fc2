import type { CaseStatus, StatusEmailCount } from '~/contracts/cases/emails'
import type { CaseNoun } from '~/contracts/case-ref'
import { Prisma } from '~/generated/prisma/client'
import { viewOf, type ReadContext, type StatusRecords, type StatusView } from '~/server/platform/records/status-records'
import type { ChosenRow } from '~/server/platform/records/update-statuses'
import { viewCondition } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'
import { textableNumber } from '~/server/identity/auth/phone'
import { hasNoAddressIn, isMailable } from './base/is-mailable'
import { isNews, readRule } from './status-emails'

interface Chosen<Status extends CaseStatus> {
  ids?: readonly ChosenRow[] | undefined
  all?: StatusView<Status> | undefined
  status: Status
}

/** Customers who get text messages; SQL cannot decide which numbers do. */
async function textedOf({ db, outbox: { textCountries } }: Pick<Services, 'db' | 'outbox'>, table: Prisma.Sql, chosen: Prisma.Sql) {
  if (textCountries === null) return []
  const found = await db.prisma.$queryRaw<{ userId: string; phone: string }[]>`
    SELECT DISTINCT u.id::text AS "userId", left(p.phone, 60) AS phone FROM ${table} AS t JOIN users AS u ON u.id = t.user_id
    JOIN profiles AS p ON p.user_id = u.id WHERE ${chosen} AND ${hasNoAddressIn} AND p.phone IS NOT NULL`
  return found.flatMap(({ userId, phone }) => (textableNumber(phone, textCountries) === null ? [] : [userId]))
}

/** Counts what `updateStatuses` would send for many cases, consequences included, in a fixed number of statements. */
export async function countStatusEmails<Status extends CaseStatus>(
  call: ReadContext & Pick<Services, 'db' | 'creditLimit' | 'outbox'>,
  of: Pick<StatusRecords<unknown, Status>, 'table' | 'source' | 'statusType' | 'narrowed' | 'effectEmails'> & { noun: CaseNoun },
  { ids = [], all, status }: Chosen<Status>,
): Promise<StatusEmailCount> {
  const { prisma } = call.db
  const { isEnabled } = await readRule(prisma, of.noun, status, [])
  const given = JSON.stringify(ids.map(({ id, version }) => ({ id, version })))
  // A row changed meanwhile keeps its status.
  const chosen = all
    ? viewCondition(viewOf(of, all, call))
    : Prisma.sql`EXISTS (SELECT FROM jsonb_to_recordset(${given}::jsonb) AS given(id uuid, version int)
        WHERE given.id = t.id AND coalesce(given.version = t.version, true))`
  const texted = isEnabled ? await textedOf(call, of.table, chosen) : []
  const aboutStatus = Prisma.sql`
    SELECT t.user_id FROM ${of.table} AS t JOIN users AS u ON u.id = t.user_id
    WHERE ${chosen} AND t.status <> ${status}::${of.statusType} AND (${isMailable} OR t.user_id = ANY (${texted}::uuid[]))
      AND ${isNews(of.noun, status)}`
  const ofEffect = of.effectEmails?.(status, chosen, call) ?? null
  const written = [isEnabled ? aboutStatus : null, ofEffect].filter((query) => query !== null)
  if (written.length === 0) return { emails: 0, customers: 0 }
  const [counted] = await prisma.$queryRaw<StatusEmailCount[]>`
    SELECT count(*)::int AS emails, count(DISTINCT user_id)::int AS customers FROM (${Prisma.join(written, ' UNION ALL ')}) AS written`
  // Several cases together may exceed a limit that each stays within.
  return { ...(counted ?? { emails: 0, customers: 0 }), ...(ofEffect && { isAtMost: true }) }
}
