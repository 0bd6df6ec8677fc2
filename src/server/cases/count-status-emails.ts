import * as z from 'zod'
import type { CaseStatus, StatusEmailCount } from '~/contracts/case-emails'
import { Prisma } from '~/generated/prisma/client'
import { viewOf, type ReadContext, type StatusView } from '~/server/customer-records/status-records'
import type { ChosenRow } from '~/server/customer-records/update-statuses'
import { viewCondition } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'
import { caseColumn, withdrawnIds, readRule } from './status-emails'
import type { CaseRecords } from './update-status'

/** What `contracts/auth.ts` takes for an address, as the database reads it. */
const ADDRESS = z.regexes.email.source

interface Chosen<Status extends CaseStatus> {
  ids?: readonly ChosenRow[] | undefined
  all?: StatusView<Status> | undefined
  status: Status
}

/**
 * How many emails a new status of many cases would send by its rule, and to how many customers: what `tellStatus` would do,
 * in one statement however many cases they are.
 */
export async function countStatusEmails<Row, Status extends CaseStatus>(
  call: ReadContext & Pick<Services, 'db'>,
  of: CaseRecords<Row, Status>,
  { ids = [], all, status }: Chosen<Status>,
): Promise<StatusEmailCount> {
  const { prisma } = call.db
  const { isEnabled } = await readRule(prisma, of.noun, status, [])
  if (!isEnabled) return { emails: 0, customers: 0 }
  const given = JSON.stringify(ids.map(({ id, version }) => ({ id, version })))
  // A row that somebody else has changed since keeps its status.
  const chosen = all
    ? viewCondition(viewOf(of, all, call))
    : Prisma.sql`EXISTS (SELECT FROM jsonb_to_recordset(${given}::jsonb) AS given(id uuid, version int)
        WHERE given.id = t.id AND coalesce(given.version = t.version, true))`
  const [counted] = await prisma.$queryRaw<StatusEmailCount[]>`
    SELECT count(*)::int AS emails, count(DISTINCT u.id)::int AS customers FROM ${of.table} AS t JOIN users AS u ON u.id = t.user_id
    WHERE ${chosen} AND t.status <> ${status}::${of.statusType} AND length(u.email) <= 254 AND trim(u.email) ~ ${ADDRESS}
      AND NOT EXISTS (SELECT FROM case_emails AS e WHERE e.${caseColumn(of.noun)} = t.id AND e.kind = ${status} AND coalesce(e.customer_id, t.user_id) = t.user_id)
      AND t.id::text NOT IN (${withdrawnIds(of.noun, status)})`
  return counted ?? { emails: 0, customers: 0 }
}
