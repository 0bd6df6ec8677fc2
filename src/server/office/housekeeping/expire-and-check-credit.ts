import type { CreditFault } from '~/contracts/credit/accounts'
import type { CreditState } from '~/contracts/credit/reports'
import type { Actor } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { lockAccount } from '~/server/credit/credit-account'
import { expireLots } from '~/server/credit/credit-lots'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { settlePayments } from '~/server/billing/store-credit/settle-credit'
import { isUndecided } from '~/server/cases/trade-ins/trade-in-decisions'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'

const SHOP: Actor = { userId: null, email: null }

const PORTION = 500

/** Expired credit cannot be spent before that either. One transaction for each account. @returns their number */
export async function expireCredit({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  const at = now()
  const due = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT account_id::text AS id FROM credit_lots WHERE available > 0 AND expires_at <= ${at}::timestamptz LIMIT ${PORTION}`
  for (const { id } of due) await db.prisma.$transaction(async (tx) => expireLots(tx, await lockAccount(tx, id), at))
  return due.length
}

export async function settleForgotten({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const forgotten = await db.prisma.$queryRaw<{ noun: 'repairs' | 'orders'; id: string }[]>`
    SELECT DISTINCT p.noun, t.id::text AS id FROM credit_payments AS p JOIN (
      SELECT id, user_id, 'repairs' AS noun, status::text IN ('completed', 'shipped') AS is_done, FALSE AS is_over FROM repairs
      UNION ALL SELECT id, user_id, 'orders', status = 'completed', status = 'cancelled' FROM orders
    ) AS t ON p.noun = t.noun AND p.noun_id = t.id::text JOIN credit_accounts AS a ON a.id = p.account_id
    WHERE p.released_at IS NULL AND CASE WHEN a.user_id IS DISTINCT FROM t.user_id THEN p.held > 0
      ELSE (t.is_done AND p.held > 0) OR (t.is_over AND p.held + p.captured > 0) OR (NOT t.is_done AND p.captured > 0) END
    LIMIT ${PORTION}`
  for (const { noun, id } of forgotten) {
    await db.prisma.$transaction(async (tx) => {
      await lockBilling(tx, { works: [{ noun, nounId: id }] })
      await settlePayments(tx, SHOP, now(), noun, [id])
    })
  }
}

const MOST_KEPT = 20
const MOST_PARTS = 20

/** Compares balances and hashes with the entries and stores the result; stops nothing. */
export async function checkCredit(services: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, now, log } = services
  const found = { accounts: 0, entries: 0, differences: 0 }
  const faults: CreditFault[] = []
  let after: string | undefined
  for (let part = 0; part < MOST_PARTS; part++) {
    const checked = await verifyCredit(services, { after })
    found.accounts += checked.accounts
    found.entries += checked.entries
    found.differences += checked.faults.length
    faults.push(...checked.faults)
    after = checked.nextAfter ?? undefined
    if (after === undefined) break
  }
  const stored = faults.slice(0, MOST_KEPT).map(({ accountId, number, fault }) => ({ accountId, number, fault }))
  await db.prisma.creditCheck.create({ data: { ...found, at: now(), faults: stored } })
  await db.prisma.$queryRaw`SELECT merge_credit_sums((${now()}::timestamptz AT TIME ZONE 'UTC')::date)::text`
  if (after !== undefined) log.warn({ ...found, after }, 'The ledger of store credit was not checked to its end')
  if (found.differences > 0) log.error({ ...found, faults: stored }, 'Balances of store credit differ from their entries')
}

export const lastCheck = ({ db }: Pick<Services, 'db'>) =>
  db.prisma.creditCheck.findFirst({ orderBy: { id: 'desc' }, select: { at: true, accounts: true, entries: true, differences: true } })

const MOST_COUNTED = 100

export async function readCreditState(services: Pick<Services, 'db'>): Promise<CreditState> {
  const [check, [found]] = await Promise.all([
    lastCheck(services),
    services.db.prisma.$queryRaw<{ waiting: number; undecided: number }[]>`
      SELECT (SELECT count(*)::int FROM (SELECT FROM credit_requests WHERE state = 'waiting' LIMIT ${MOST_COUNTED}) AS r) AS waiting,
        (SELECT count(*)::int FROM (SELECT FROM trade_ins AS t WHERE ${isUndecided} LIMIT ${MOST_COUNTED}) AS t) AS undecided`,
  ])
  return {
    differences: check?.differences ?? 0,
    checkedAt: check?.at ?? null,
    waiting: found?.waiting ?? 0,
    undecided: found?.undecided ?? 0,
  }
}
