import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { Unagreed } from '~/contracts/credit/agreed-value'
import { stateAt } from '~/contracts/cases/estimates'
import { offerStates } from '~/contracts/cases/offers'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { unagreedText } from '~/lib/unagreed-text'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { codedError } from '~/server/platform/errors'
import { jsonTime } from '~/server/platform/lists/json-row'
import { acceptedValue } from './accepted-value'

/**
 * Decides if the final value of a trade-in is agreed: accepted by its customer, or confirmed by an administrator who knows that it was not.
 */

type Tx = Prisma.TransactionClient

/** The latest offer `o` that was sent for the trade-in `t`, to the present customer or an earlier one. */
const latestSent = Prisma.sql`case_quotes AS o WHERE o.case_id = t.id AND o.state <> 'draft' ORDER BY o.number DESC LIMIT 1`

const isTheirs = Prisma.sql`customer_of_row(o.customer_id, o.case_id) IS NOT DISTINCT FROM t.user_id`

/**
 * True of a value that the customer accepted, or that an administrator confirmed after their answer. The next answer or offer ends a
 * confirmation. While the latest offer is accepted, or nothing was offered, an administrator may correct the value freely.
 * @param value EUR, for the row `t`
 */
const isAgreed = (
  value: Prisma.Sql,
) => Prisma.sql`((o.state = 'accepted' AND ${isTheirs} AND ${value} IS NOT NULL) OR ${value} = ${acceptedValue('t')}
  OR (${value} = o.confirmed_value AND (o.answered_at IS NULL OR o.answered_at <= o.confirmed_at)))`

const unagreedOf = (value: Prisma.Sql) => Prisma.sql`(
  SELECT CASE WHEN ${isAgreed(value)} THEN NULL ELSE json_build_object('state', o.state, 'total', o.total, 'expires', o.expires_at,
    'isTheirs', ${isTheirs}) END FROM ${latestSent})`

/** The offer that keeps the final value of the row `t` from being agreed, as JSON; NULL if the value is agreed, or nothing was offered. */
export const unagreedJson = unagreedOf(Prisma.sql`t.final_value`)

export const unagreedShape = z
  .object({ state: z.enum(offerStates), total: z.number(), expires: jsonTime.nullable(), isTheirs: z.boolean() })
  .nullable()

/** @param found parsed by `unagreedShape` */
export function unagreedAt(found: z.output<typeof unagreedShape>, now: Date): Unagreed | null {
  if (found === null) return null
  const { total, isTheirs } = found
  const state = stateAt({ state: found.state, expiresAt: found.expires }, now)
  // An offer that another customer accepted agrees nothing with this one.
  return { total, why: isTheirs && state !== 'draft' && state !== 'accepted' ? state : 'other_customer' }
}

/** The reason why a value would not be agreed as the final value of a trade-in. @param value EUR */
async function whyUnagreed(tx: Pick<Tx, '$queryRaw'>, id: string, value: number, now: Date): Promise<Unagreed | null> {
  const [row] = await tx.$queryRaw<{ found: unknown }[]>`
    SELECT ${unagreedOf(Prisma.sql`${value}::numeric`)} AS found FROM trade_ins AS t WHERE t.id = ${id}::uuid`
  return unagreedAt(unagreedShape.parse(row?.found ?? null), now)
}

/** @throws CONFLICT unless the final value of a trade-in is agreed */
export async function mustBeAgreed(tx: Pick<Tx, '$queryRaw'>, id: string, now: Date): Promise<void> {
  const [row] = await tx.$queryRaw<{ found: unknown }[]>`SELECT ${unagreedJson} AS found FROM trade_ins AS t WHERE t.id = ${id}::uuid`
  const unagreed = unagreedAt(unagreedShape.parse(row?.found ?? null), now)
  if (unagreed === null) return
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${unagreedText(unagreed)}. Confirm the final value on the page of the trade-in first.`,
  })
}

/** The offer's columns of a confirmed value, emptied. */
export const unconfirmed = { confirmedValue: null, confirmedAt: null, confirmedBy: null } as const

interface Confirming {
  actor: Actor
  now: () => Date
}

/**
 * Checks a value before it becomes the final value of a locked trade-in: the customer accepted it, or the caller confirms it.
 * @param value EUR
 * @throws CONFLICT otherwise
 */
export async function confirmFinalValue(
  tx: Tx,
  { actor, now }: Confirming,
  { id, value, isConfirmed }: { id: string; value: number; isConfirmed: boolean },
): Promise<void> {
  const at = now()
  const unagreed = await whyUnagreed(tx, id, value, at)
  if (unagreed === null) return
  if (!isConfirmed) {
    const message = `${unagreedText(unagreed)}. ${formatEuro(value)} becomes the final value only if you confirm it.`
    throw codedError('CONFLICT', 'value_not_agreed', message)
  }
  const latest = await tx.caseQuote.findFirst({
    where: { caseId: id, state: { not: 'draft' } },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
  if (!latest) return
  await tx.caseQuote.update({
    where: { id: latest.id },
    data: { confirmedValue: value, confirmedAt: at, confirmedBy: actor.userId },
    select: { id: true },
  })
  const { why, total } = unagreed
  await recordAudit(tx, actor, {
    action: 'trade_in.value_confirmed',
    subjectType: 'trade_in',
    subjectId: id.toLowerCase(),
    after: { confirmedValue: value, answer: why, offered: total },
  })
}

/** Ends the confirmed value of a trade-in that gets another customer. */
export const endConfirmed = (tx: Tx, id: string) =>
  tx.caseQuote.updateMany({ where: { caseId: id, confirmedAt: { not: null } }, data: unconfirmed })
