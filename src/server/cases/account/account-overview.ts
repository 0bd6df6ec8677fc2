import * as z from 'zod'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { OwnOverview, OwnTask } from '~/contracts/cases/own-records'
import { caseStatuses } from '~/contracts/cases/emails'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { quoteKinds } from '~/server/cases/quotes/quote-kinds'
import { caseTables } from '~/server/cases/base/case-standing'
import { jsonDocument, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { listOwnRepairs, listOwnTradeIns } from './own-records'

/** The start page of an account: tasks that wait for its owner, and open business. */

/** Most tasks, and most open cases of each kind. */
const MOST_TASKS = 20
const MOST_OPEN = 5

const task = z.object({
  id: z.string(),
  kind: z.enum(['estimate', 'offer', 'messages', 'parcel']),
  noun: z.enum(caseNouns),
  number: z.string(),
  deviceInfo: jsonDocument,
  amount: z.number().nullable(),
  unread: z.int().nullable(),
  until: jsonTime.nullable(),
}) satisfies z.ZodType<OwnTask>

const none = Prisma.sql`NULL`
const rowsOf = (noun: CaseNoun) => Prisma.sql`${Prisma.raw(records[noun].table)} AS t`

interface Part {
  kind: OwnTask['kind']
  /** The order of tasks: quotes by their end first, then messages, then devices to send. */
  rank: number
  amount?: Prisma.Sql
  unread?: Prisma.Sql
  until?: Prisma.Sql
}

const row = (noun: CaseNoun, { kind, rank, amount = none, unread = none, until = none }: Part) => Prisma.sql`
  ${rank}::int AS rank, ${until}::timestamptz AS until, t.created_at, ${jsonObject({
    id: Prisma.sql`${kind} || ':' || t.id`,
    kind: Prisma.sql`${kind}::text`,
    noun: Prisma.sql`${noun}::text`,
    number: Prisma.raw(`t.${records[noun].status.number}`),
    deviceInfo: Prisma.sql`CASE WHEN length(t.device_info::text) <= 2000 THEN t.device_info END`,
    amount,
    unread,
    until,
  })} AS task`

/** Open cases with an estimate or offer that can be answered. */
function quotes(noun: CaseNoun, userId: string, now: Date) {
  const part: Part = { kind: quoteKinds[noun].word, rank: 1, amount: Prisma.sql`q.total`, until: Prisma.sql`q.expires_at` }
  return Prisma.sql`SELECT ${row(noun, part)} FROM ${rowsOf(noun)} JOIN case_quotes AS q ON q.case_id = t.id
    WHERE t.user_id = ${userId}::uuid AND t.status::text = ANY (${[...caseTables[noun].open]}::text[]) AND q.state = 'sent' AND (q.expires_at IS NULL OR q.expires_at > ${now})`
}

function messages(noun: CaseNoun, userId: string) {
  const unread = Prisma.sql`m.unread`
  return Prisma.sql`SELECT ${row(noun, { kind: 'messages', rank: 2, unread })} FROM (
      SELECT case_id, count(*)::int AS unread FROM case_messages
      WHERE customer_id = ${userId}::uuid AND side = 'desk' AND read_at IS NULL GROUP BY case_id) AS m
    JOIN ${rowsOf(noun)} ON t.id = m.case_id AND t.user_id = ${userId}::uuid`
}

/** Devices that the shop waits for and that nobody has marked as sent. */
function parcels(noun: CaseNoun, userId: string) {
  const [first] = caseStatuses[noun]
  return Prisma.sql`SELECT ${row(noun, { kind: 'parcel', rank: 3 })} FROM ${rowsOf(noun)}
    WHERE t.user_id = ${userId}::uuid AND t.status::text = ${first} AND t.sent_in_at IS NULL AND NOT ${caseTables[noun].hasArrived}`
}

async function readTasks({ db, now }: Pick<Services, 'db' | 'now'>, userId: string): Promise<OwnTask[]> {
  const at = now()
  const parts = caseNouns.flatMap((noun) => [quotes(noun, userId, at), messages(noun, userId), parcels(noun, userId)])
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(w.task ORDER BY w.rank, w.until NULLS LAST, w.created_at DESC)::text FROM (
      SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS all_tasks ORDER BY rank, until NULLS LAST, created_at DESC LIMIT ${MOST_TASKS}) AS w`)
  return z.array(task).nullable().parse(found) ?? []
}

/** Somebody's tasks, the most urgent first, and their open repairs and trade-ins, in a fixed number of statements. */
export async function readOverview(services: Pick<Services, 'db' | 'now'>, userId: string): Promise<OwnOverview> {
  const first = { cursor: undefined, limit: MOST_OPEN }
  const [tasks, repairs, tradeIns] = await Promise.all([
    readTasks(services, userId),
    listOwnRepairs(services, userId, first, 'open'),
    listOwnTradeIns(services, userId, first, 'open'),
  ])
  return { tasks, repairs, tradeIns }
}
