import { sumOfAmounts } from '~/contracts/credit/credit'
import { Prisma } from '~/generated/prisma/client'
import { isRecentlyProven } from '~/server/identity/auth/reauthenticate'
import type { StatusCall, StatusEffect } from '~/server/platform/records/status-records'
import { insertAudit } from '~/server/platform/audit/record-audit'
import { isMailable } from '~/server/cases/base/is-mailable'
import { addressOf } from '~/server/identity/users/second-administrator'
import { lockAccount, type Movement } from '~/server/credit/credit-account'
import { unagreedJson } from '../base/agreed-value'
import { tellIssued, withdrawIssued } from '~/server/credit/credit-emails'
import { availableOf, moveCredit } from '~/server/credit/credit-entries'
import { issueAll, type Issue } from '~/server/credit/credit-lots'
import { APPROVED_KEY } from '~/server/credit/credit-limit'
import { askForApprovals, type Asking, type Waiting } from '~/server/credit/credit-requests'
import { tellUsed } from '~/server/billing/receipts/receipt-emails'
import { settlePending } from '~/server/billing/store-credit/settle-credit'
import { completedNotices, setBackNotices, type Completed, type SetBack } from './trade-in-notices'
import { approvedValue, findTradeIns, ofTradeIn, planIssues, type Plan } from './trade-in-plan'

type Tx = Prisma.TransactionClient

const movementOf = ({ actor }: StatusCall, at: Date, { id, number }: Pick<Plan['tradeIn'], 'id' | 'number'>, key: string): Movement => ({
  actor,
  at,
  reason: `Trade-in ${number}`,
  cause: { noun: 'tradeIns', id },
  key: `tradeIns:${id}:${key}`,
})

/** The first of two administrators: the caller, if recently proven. */
const firstOfTwo = ({ viewer, actor }: StatusCall, at: Date): Asking | null =>
  isRecentlyProven(viewer, at) ? { userId: viewer.userId, ip: addressOf(actor) } : null

/** The agreed final value, less earlier issues; a second administrator approves above the limit. @param tells false sends no email */
export async function issueForTradeIns(tx: Tx, call: StatusCall, ids: readonly string[], tells = true): Promise<Completed[]> {
  const at = call.now()
  const plans = await planIssues(tx, call, ids)
  const issues: Issue[] = []
  const waiting: Waiting[] = []
  for (const { tradeIn, account, outcome, because } of plans) {
    const { amount } = outcome
    const theirs = movementOf(call, at, tradeIn, `issue:${tradeIn.rounds + 1}`)
    const movement = outcome.isCovered ? { ...theirs, key: `${APPROVED_KEY}${theirs.key}` } : theirs
    if (outcome.outcome === 'issued' && account) issues.push({ ...movement, account, kind: 'trade_in', amount })
    if (outcome.outcome === 'waits' && account && because !== null && tradeIn.userId !== null && !tradeIn.isAsked)
      waiting.push({ userId: tradeIn.userId, kind: 'trade_in', amount, because, movement })
  }
  await askForApprovals(tx, call, waiting, firstOfTwo(call, at))
  const issued = await issueAll(tx, issues)
  if (tells) await tellIssued(tx, call, issued)
  await audit(
    tx,
    call,
    'credit_issued',
    issues.map(({ cause, amount }) => ({ id: cause.id, amount })),
  )
  const paid = await settlePending(
    tx,
    call.actor,
    at,
    issues.map(({ cause }) => cause.id),
  )
  await tellUsed(tx, call, 'repairs', paid)
  return plans.map(({ outcome }) => outcome)
}

export function issueEmails(
  status: string,
  chosen: Prisma.Sql,
  { creditLimit, now }: Pick<StatusCall, 'creditLimit' | 'now'>,
): Prisma.Sql | null {
  if (status !== 'completed') return null
  return Prisma.sql`
    SELECT t.user_id FROM trade_ins AS t JOIN users AS u ON u.id = t.user_id, LATERAL (
      SELECT round(coalesce(nullif(t.final_value, 'NaN'), 0) - coalesce(sum(credit_added(e, 'available')), 0), 2) AS due
      FROM credit_entries AS e WHERE ${ofTradeIn} AND e.kind IN ('issue', 'reverse')
    ) AS credit
    WHERE ${chosen} AND t.status <> 'completed' AND t.final_value > 0 AND credit.due > 0 AND ${unagreedJson} IS NULL AND (credit.due <= ${creditLimit} OR t.final_value <= ${approvedValue(now())})
      AND u.email_verified_at IS NOT NULL AND ${isMailable}`
}

async function audit(
  tx: Tx,
  { actor }: StatusCall,
  action: 'credit_issued' | 'credit_taken_back',
  rows: { id: string; amount: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const told = Prisma.sql`
    SELECT given.id AS subject_id, NULL::jsonb AS before, jsonb_build_object('storeCredit', given.amount) AS after
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id text, amount numeric)`
  await tx.$executeRaw(insertAudit(actor, { action: `trade_in.${action}`, subjectType: 'trade_in' }, told))
}

/** Takes back unspent credit of trade-ins that are no longer completed, with their requests. */
async function takeBackForTradeIns(tx: Tx, call: StatusCall, ids: readonly string[]): Promise<SetBack[]> {
  const at = call.now()
  const cause = { causeNoun: 'tradeIns', causeId: { in: [...ids] } }
  const { count: withdrawn } = await tx.creditRequest.updateMany({
    where: { ...cause, state: 'waiting' },
    data: { state: 'withdrawn', decidedAt: at },
  })
  const issued = await tx.creditLot.findMany({
    where: cause,
    select: { id: true, accountId: true, causeId: true },
    orderBy: { accountId: 'asc' },
  })
  if (issued.length === 0) return withdrawn === 0 ? [] : [{ number: '', taken: 0, kept: 0, withdrawn }]
  const entries = new Map<string, number>()
  for (const accountId of [...new Set(issued.map((lot) => lot.accountId))].sort())
    entries.set(accountId, (await lockAccount(tx, accountId)).entries)
  await withdrawIssued(
    tx,
    call,
    issued.map(({ id }) => id),
  )
  const outcomes: SetBack[] = []
  const told: { id: string; amount: number }[] = []
  for (const tradeIn of await findTradeIns(tx, ids, at)) {
    if (tradeIn.outstanding <= 0) continue
    const lots = issued.filter(({ causeId }) => causeId === tradeIn.id)
    let taken = 0
    for (const accountId of new Set(lots.map((lot) => lot.accountId))) {
      const sides = { accountId, kind: 'reverse', debit: 'available', credit: 'issued' } as const
      const movement = movementOf(call, at, tradeIn, `reverse:${accountId}:${entries.get(accountId)}`)
      const theirs = lots.filter((lot) => lot.accountId === accountId).map(({ id }) => id)
      taken = sumOfAmounts([taken, await moveCredit(tx, movement, sides, availableOf(theirs), null)])
    }
    if (taken > 0) told.push({ id: tradeIn.id, amount: taken })
    outcomes.push({ number: tradeIn.number, taken, kept: sumOfAmounts([tradeIn.outstanding, -taken]), withdrawn: 0 })
  }
  await audit(tx, call, 'credit_taken_back', told)
  return withdrawn === 0 ? outcomes : [...outcomes, { number: '', taken: 0, kept: 0, withdrawn }]
}

export const tradeInCreditEffect: StatusEffect = async (tx, call, { ids, status, tells }) =>
  status === 'completed'
    ? completedNotices(await issueForTradeIns(tx, call, ids, tells), call.creditLimit)
    : setBackNotices(await takeBackForTradeIns(tx, call, ids))
