import * as z from 'zod'
import { limitWindows, sumOfAmounts } from '~/contracts/credit/credit'
import type { MergePreview, MovedThings, MergedPerson } from '~/contracts/identity/customers'
import { userRoles } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { JsonReader } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject } from '~/server/platform/lists/json-row'
import { windowStart } from './limit-sums'
import { addressOrNull } from './no-address'

const of = Prisma.sql`u.id`
const count = (table: string, column = 'user_id', more = Prisma.empty) =>
  Prisma.sql`(SELECT count(*)::int FROM ${Prisma.raw(table)} AS t WHERE t.${Prisma.raw(column)} = ${of} ${more})`
const theirBuyers = Prisma.sql`(SELECT b.id FROM buyers AS b WHERE b.user_id = ${of})`
const sum = (column: 'balance' | 'held') =>
  Prisma.sql`(SELECT coalesce(sum(a.${Prisma.raw(column)}), 0) FROM credit_accounts AS a WHERE a.user_id = ${of})`
const messages = Prisma.sql`(SELECT count(*)::int FROM case_messages AS t WHERE t.customer_id = ${of} OR (t.customer_id IS NULL AND t.case_id IN (
  SELECT r.id FROM repairs AS r WHERE r.user_id = ${of} UNION ALL SELECT c.id FROM trade_ins AS c WHERE c.user_id = ${of})))`

const person = z
  .object({
    userId: z.string(),
    email: z.string().nullable(),
    fullName: z.string().nullable(),
    phone: z.string().nullable(),
    hasAccount: z.boolean(),
    hasPassword: z.boolean(),
    role: z.enum(userRoles),
    factors: z.int(),
    mergedInto: z.string().nullable(),
    ...{ repairs: z.int(), tradeIns: z.int(), orders: z.int(), units: z.int(), invoices: z.int(), payments: z.int(), messages: z.int() },
    ...{ credit: z.number(), held: z.number(), moving: z.int() },
  })
  .nullable()
type Person = NonNullable<z.output<typeof person>>

const json = jsonObject({
  userId: of,
  email: Prisma.sql`left(${addressOrNull(Prisma.sql`u.email`)}, 254)`,
  fullName: Prisma.sql`left(p.full_name, 200)`,
  phone: Prisma.sql`left(p.phone, 40)`,
  hasAccount: Prisma.sql`has_account(u)`,
  hasPassword: Prisma.sql`u.password_hash IS NOT NULL`,
  role: Prisma.sql`coalesce(p.role, 'customer')`,
  factors: count('mfa_factors', 'user_id', Prisma.sql`AND t.status = 'verified'`),
  mergedInto: Prisma.sql`u.merged_into`,
  repairs: count('repairs'),
  tradeIns: count('trade_ins'),
  orders: count('orders'),
  units: count('units'),
  invoices: Prisma.sql`(SELECT count(*)::int FROM billing_documents AS d WHERE d.state = 'issued' AND d.buyer_id IN ${theirBuyers})`,
  payments: Prisma.sql`(SELECT count(*)::int FROM payments AS t WHERE t.buyer_id IN ${theirBuyers})`,
  messages,
  credit: sum('balance'),
  held: sum('held'),
  moving: Prisma.sql`(SELECT count(*)::int FROM credit_transfers AS t JOIN credit_accounts AS a ON a.id = t.account_id
    WHERE a.user_id = ${of} AND t.state IN ('waiting', 'asked', 'unknown'))`,
})

/** @throws NOT_FOUND */
async function readPerson(db: JsonReader, id: string): Promise<Person> {
  const found = person.parse(
    await db.readJson(
      Prisma.sql`SELECT ${json}::text FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ${id}::uuid`,
    ),
  )
  if (!found) throw notFound({ one: 'customer' })
  return found
}

const nameOf = ({ fullName, email, phone }: Person) => fullName || email || phone || 'This customer'

const creditOf = ({ credit, held }: Person) => sumOfAmounts([credit, held])

/** EUR that one administrator's merges may move, and have moved in the last 30 days. */
export interface MergeLimit {
  limit: number
  moved: number
}

/** EUR moved in the month before `at` by merges that stand. */
export async function creditMovedBy(db: JsonReader, administrators: readonly string[], at: Date): Promise<number> {
  const found = await db.readJson(Prisma.sql`
    SELECT coalesce(sum((SELECT max((a.after->>'credit')::numeric + (a.after->>'held')::numeric) FROM audit_log AS a
      WHERE a.subject_type = 'user' AND a.subject_id = m.merged_id::text AND a.action = 'user.merged' AND a.after->>'into' = m.keep_id::text)), 0)::text
    FROM customer_merges AS m
    WHERE m.merged_by = ANY (${[...administrators]}::uuid[]) AND m.undone_at IS NULL AND m.merged_at > ${windowStart(at, 'month')}::timestamptz`)
  return z.number().parse(found)
}

function whyNotMerge(keep: Person, merge: Person, { limit, moved }: MergeLimit): string | null {
  for (const one of [keep, merge]) {
    if (one.role === 'admin') return `${nameOf(one)} is an administrator. Staff accounts are not merged.`
    if (one.mergedInto !== null) return `${nameOf(one)} was merged into another customer already.`
  }
  if (merge.factors > 0 && keep.hasAccount)
    return keep.factors > 0
      ? 'Both accounts have a second factor of their own. The owner must remove one of them first.'
      : `The account of ${nameOf(merge)} has a second factor, and the other one has none. Keep ${nameOf(merge)} instead.`
  if (merge.moving > 0) return `Store credit of ${nameOf(merge)} is on its way to the shop platform or back. Wait until it has arrived.`
  if (creditOf(merge) > limit) {
    const instead = creditOf(keep) > limit ? 'These two cannot be merged.' : `Keep ${nameOf(merge)} instead.`
    return `${formatEuro(creditOf(merge))} of store credit would move, and one administrator may move ${formatEuro(limit)}. ${instead}`
  }
  const sum = sumOfAmounts([moved, creditOf(merge)])
  if (creditOf(merge) > 0 && sum > limit)
    return `You would have moved ${formatEuro(sum)} of store credit in ${limitWindows.month.label}, and one administrator may move ${formatEuro(limit)}. Another administrator can merge these two.`
  return null
}

const shown = ({ userId, email, fullName, phone, hasAccount, hasPassword }: Person): MergedPerson => ({
  ...{ userId, email, fullName, phone, hasAccount, hasPassword },
})
const movedOf = ({ repairs, tradeIns, orders, units, invoices, payments, messages: written, credit, held }: Person): MovedThings => ({
  ...{ repairs, tradeIns, orders, units, invoices, payments, credit, held },
  messages: written,
})

function accountOf(keep: Person, merge: Person): MergePreview['account'] {
  if (!merge.hasAccount) return keep.email === null && merge.email !== null ? 'moves' : 'none'
  return keep.hasAccount ? 'ends' : 'moves'
}

/** @throws NOT_FOUND */
export async function readMerge(
  db: JsonReader,
  { keep, merge }: { keep: string; merge: string },
  limit: MergeLimit,
): Promise<MergePreview> {
  const [one, other] = [await readPerson(db, keep), await readPerson(db, merge)]
  return {
    keep: shown(one),
    merge: shown(other),
    moves: movedOf(other),
    account: accountOf(one, other),
    whyNot: whyNotMerge(one, other, limit),
  }
}
