import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import type { Database } from '~/server/platform/database/database'
import type { Movement } from '~/server/credit/account'
import { authorize, capture } from '~/server/credit/payments'
import { readBalance, readStatement } from '~/server/credit/read'
import { readLiability } from '~/server/credit/report'
import { newDatabase, stopDatabases } from '../load/databases'
import { median } from './measured'
import type { BenchSection } from './section'

const ENTRIES = [1_000, 1_000_000]
/** Entries of an account: the ledger grows by accounts. */
const PER_ACCOUNT = 100
const ROUNDS = 200
const SECONDS = 3
const PAGE = 50
const AT_ONCE = 8

const WANTED = { growth: 2, captures: 0.3, liabilityMs: 500 }
const START = new Date('2024-01-01T00:00:00Z')
const now = () => new Date('2026-11-20T12:00:00Z')

/** A ledger of so many entries over a thousand days: every other one is an issue, of which the next takes a part. */
async function fill({ prisma }: Database, entries: number): Promise<string[]> {
  const accounts = Math.max(1, Math.round(entries / PER_ACCOUNT))
  await prisma.$executeRaw`
    INSERT INTO users (email) SELECT 'customer' || n || '@example.com' FROM generate_series(1, ${accounts}::int) AS n`
  await prisma.$executeRaw`INSERT INTO credit_accounts (user_id, email) SELECT id, email FROM users`
  await prisma.$executeRaw`
    INSERT INTO credit_lots (account_id, kind, expires_at)
    SELECT id, 'refund', ${START}::timestamptz + (n * 30 || ' days')::interval + interval '48 months' FROM credit_accounts, generate_series(1, 5) AS n`
  const each = Math.max(1, Math.round(entries / accounts))
  // In parts, so that no statement holds the whole ledger in memory.
  const parts = 20
  for (let part = 0; part < parts; part++) {
    await prisma.$transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id, at)
        SELECT l.account_id, (CASE n % 2 WHEN 0 THEN 'issue' ELSE 'adjust' END)::credit_entry_kind,
          (CASE n % 2 WHEN 0 THEN 'issued' ELSE 'available' END)::credit_book, (CASE n % 2 WHEN 0 THEN 'available' ELSE 'adjusted' END)::credit_book,
          CASE n % 2 WHEN 0 THEN 3 ELSE 1 END, l.id, ${START}::timestamptz + (n * 1000 / ${each} || ' days')::interval
        FROM (SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY id) AS place, abs(hashtext(account_id::text)) % ${parts} AS part FROM credit_lots) AS l
        JOIN generate_series(0, ${each}::int - 1) AS n ON l.place = 1
        WHERE l.part = ${part} ORDER BY l.account_id, n`,
      { timeout: 30 * 60_000 },
    )
  }
  await prisma.$queryRaw`SELECT merge_credit_sums(current_date)::text`
  await prisma.$executeRawUnsafe('ANALYZE')
  const users = await prisma.creditAccount.findMany({ select: { userId: true }, take: ROUNDS })
  return users.map(({ userId }) => userId)
}

/** The median time of something (ms). */
async function timeOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** How often a second something is done, some at a time. */
async function perSecond(work: (index: number) => Promise<unknown>): Promise<number> {
  let done = 0
  const until = performance.now() + SECONDS * 1_000
  const worker = async () => {
    while (performance.now() < until) await work(done++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done / SECONDS
}

const movement = (key: string): Movement => ({
  actor: { userId: null, email: null },
  at: now(),
  reason: 'Bench',
  cause: { noun: 'platform', id: key },
  key,
})

/** Captures of payments that are held, beside two plain rows in a transaction of the same client. */
async function measureCaptures({ prisma }: Database, users: readonly string[]) {
  const held: string[] = []
  for (let index = 0; index < 4_000; index++) {
    const userId = users[index % users.length] ?? ''
    const of = { ...movement(`hold ${index}`), userId, noun: 'platform', nounId: String(index), amount: 0.01 } as const
    held.push((await prisma.$transaction((tx) => authorize(tx, of))).id)
  }
  const captures = await perSecond(async (index) => {
    const paymentId = held[index]
    if (paymentId === undefined) throw new Error('There are fewer payments than captures')
    await prisma.$transaction((tx) => capture(tx, paymentId, movement(`capture ${index}`)))
  })
  await prisma.$executeRaw`CREATE TABLE plain_rows (id uuid PRIMARY KEY, account_id uuid NOT NULL, amount numeric(12,2) NOT NULL, at timestamptz NOT NULL DEFAULT now())`
  const plain = await perSecond((index) =>
    prisma.$transaction(async (tx) => {
      const account = users[index % users.length] ?? ''
      await tx.$executeRaw`INSERT INTO plain_rows (id, account_id, amount) VALUES (${randomUUID()}::uuid, ${account}::uuid, -1)`
      await tx.$executeRaw`INSERT INTO plain_rows (id, account_id, amount) VALUES (${randomUUID()}::uuid, ${account}::uuid, 1)`
    }),
  )
  return { captures, plain }
}

async function measure(entries: number) {
  const db = openPostgres(await newDatabase())
  try {
    await applyMigrations(db.adapter)
    const users = await fill(db, entries)
    const services = { db, now, businessTimeZone: 'Europe/London' }
    const userOf = (round: number) => users[round % users.length] ?? ''
    const balance = await timeOf(ROUNDS, (round) => readBalance(services, userOf(round)))
    const statement = await timeOf(ROUNDS, (round) => readStatement(services, userOf(round), { limit: PAGE }))
    const liability = await timeOf(5, () => readLiability(services, { day: '2025-06-30' }))
    return { entries, balance, statement, liability, ...(await measureCaptures(db, users)) }
  } finally {
    await db.close()
  }
}

const asWanted = (right: boolean) => (right ? 'yes' : 'NO')
const counts = z.array(z.coerce.number().int().min(PER_ACCOUNT))

/** `npm run bench credit [ENTRIES …]`. */
export const creditSection: BenchSection = {
  name: 'credit',
  wanted: `store credit on PostgreSQL: what a customer reads at the most entries ÷ at the fewest (at most ${WANTED.growth}), captures ÷ two plain rows in a transaction (at least ${WANTED.captures}), the liability at a past day (under ${WANTED.liabilityMs} ms)`,
  run: async (args) => {
    try {
      const all: Awaited<ReturnType<typeof measure>>[] = []
      for (const entries of counts.parse(args.length > 0 ? args : ENTRIES)) all.push(await measure(entries))
      const [few] = all
      if (!few) return
      console.table(
        all.map((each) => ({
          entries: each.entries,
          'balance ms': each.balance.toFixed(2),
          'statement ms': each.statement.toFixed(2),
          '÷': Math.max(each.balance / few.balance, each.statement / few.statement).toFixed(2),
          [`at most ${WANTED.growth}`]: asWanted(Math.max(each.balance / few.balance, each.statement / few.statement) <= WANTED.growth),
          'captures/s': each.captures.toFixed(0),
          '÷ two rows/s': (each.captures / each.plain).toFixed(2),
          [`at least ${WANTED.captures}`]: asWanted(each.captures / each.plain >= WANTED.captures),
          'liability ms': each.liability.toFixed(0),
          [`under ${WANTED.liabilityMs}`]: asWanted(each.liability < WANTED.liabilityMs),
        })),
      )
    } finally {
      await stopDatabases()
    }
  },
}
