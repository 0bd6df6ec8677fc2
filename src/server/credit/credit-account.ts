import { Prisma } from '~/generated/prisma/client'
import type { CreditCause } from '~/contracts/credit/credit'
import type { Actor } from '~/server/platform/audit/record-audit'
import { keptUser } from '~/server/identity/users/kept-user'
import { notFound } from '~/server/platform/database/conflict'

type Tx = Prisma.TransactionClient

export interface Movement {
  actor: Actor
  at: Date
  /** Shown to the customer. */
  reason: string
  cause: { noun: CreditCause; id: string }
  /** The idempotency key; each has one movement. */
  key: string
}

export interface LockedAccount {
  id: string
  balance: number
  held: number
  entries: number
}

export async function openAccounts(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO credit_accounts (user_id, email, full_name)
    SELECT u.id, left(coalesce(p.email, u.email), 254), left(p.full_name, 200)
    FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id
    WHERE u.id = ANY(${userIds}::uuid[]) ORDER BY u.id
    ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING`
}

const locked = Prisma.sql`id::text AS id, balance::float8 AS balance, held::float8 AS held, entries`

/** In the order of their ids, so that a later movement sees the result of the first. @returns the accounts by user id */
export async function lockAccounts(tx: Tx, userIds: readonly string[]): Promise<Map<string, LockedAccount>> {
  const rows = await tx.$queryRaw<(LockedAccount & { userId: string })[]>`
    SELECT user_id::text AS "userId", ${locked} FROM credit_accounts WHERE user_id = ANY(${userIds}::uuid[]) AND former_of IS NULL ORDER BY id FOR UPDATE`
  return new Map(rows.map(({ userId, ...account }) => [userId, account]))
}

/** Accounts are never deleted. */
export async function lockAccount(tx: Tx, accountId: string): Promise<LockedAccount> {
  const [account] = await tx.$queryRaw<LockedAccount[]>`SELECT ${locked} FROM credit_accounts WHERE id = ${accountId}::uuid FOR UPDATE`
  if (!account) throw notFound({ one: 'credit account' })
  return account
}

/** A merged customer's is that of the kept one. @throws NOT_FOUND for an unknown user who never had one */
export async function openAccount(tx: Tx, userId: string): Promise<LockedAccount> {
  const user = await keptUser(tx, userId)
  await openAccounts(tx, [user])
  const account = (await lockAccounts(tx, [user])).get(user)
  if (!account) throw notFound({ one: 'user' })
  return account
}
