import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import type { Database } from '~/server/platform/database/database'
import type { Movement } from '~/server/credit/credit-account'
import { authorize, capture } from '~/server/credit/hold-credit'
import { readBalance, readStatement } from '~/server/credit/read-credit'
import { readLiability } from '~/server/credit/credit-report'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'
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

const LOTS = 5
const DAYS = 1_000

/** The entries of an account, by their numbers: every other one is an issue, of which the next takes a part. */
const entryOf = Prisma.sql`
  SELECT (CASE n % 2 WHEN 1 THEN 'issue' ELSE 'adjust' END)::credit_entry_kind AS kind,
    (CASE n % 2 WHEN 1 THEN 'issued' ELSE 'available' END)::credit_book AS debit,
    (CASE n % 2 WHEN 1 THEN 'available' ELSE 'adjusted' END)::credit_book AS credit, CASE n % 2 WHEN 1 THEN 3 ELSE 1 END AS amount`

/**
 * A ledger of so many entries over a thousand days. With the triggers off, one statement for the entries of a number of all accounts,
 * as they would chain them: so a million takes minutes. The ledger's own check says whether it is whole.
 */
async function fill(db: Database, entries: number): Promise<string[]> {
  const { prisma } = db
  const accounts = Math.max(1, Math.round(entries / PER_ACCOUNT))
  await prisma.$executeRaw`
    INSERT INTO users (email) SELECT 'customer' || n || '@example.com' FROM generate_series(1, ${accounts}::int) AS n`
  await prisma.$executeRaw`INSERT INTO credit_accounts (user_id, email) SELECT id, email FROM users`
  await prisma.$executeRaw`
    INSERT INTO credit_lots (account_id, kind, expires_at, created_at)
    SELECT id, 'refund', ${START}::timestamptz + (n * 30 || ' days')::interval + interval '48 months', ${START}::timestamptz + (n || ' seconds')::interval
    FROM credit_accounts, generate_series(1, ${LOTS}::int) AS n`
  const each = Math.max(1, Math.round(entries / accounts))
  for (let number = 1; number <= each; number++) {
    await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SET LOCAL session_replication_role = replica`
        await tx.$executeRaw`
          INSERT INTO credit_entries (account_id, number, kind, debit, credit, amount, lot_id, at, previous_hash)
          SELECT a.id, n, e.kind, e.debit, e.credit, e.amount, l.id, ${START}::timestamptz + (n * ${DAYS}::int / ${each}::int || ' days')::interval, a.last_hash
          FROM (SELECT ${number}::int AS n) AS given, LATERAL (${entryOf}) AS e, credit_accounts AS a
          JOIN LATERAL (SELECT id FROM credit_lots WHERE account_id = a.id ORDER BY created_at OFFSET ${((number - 1) >> 1) % LOTS} LIMIT 1) AS l ON TRUE`
        await tx.$executeRaw`
          WITH hashed AS (
            UPDATE credit_entries AS e SET hash = credit_entry_hash(e) WHERE number = ${number} AND hash = '' RETURNING e.account_id, e.hash
          )
          UPDATE credit_accounts AS a SET last_hash = hashed.hash, entries = ${number}, balance = balance + ${number % 2 === 1 ? 3 : -1}
          FROM hashed WHERE a.id = hashed.account_id`
      },
      { timeout: 30 * 60_000 },
    )
  }
  await prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      await tx.$executeRaw`
        UPDATE credit_lots AS l SET available = s.available FROM (
          SELECT lot_id, sum(credit_added(e, 'available')) AS available FROM credit_entries AS e GROUP BY lot_id
        ) AS s WHERE s.lot_id = l.id`
      await tx.$executeRaw`
        INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
        SELECT (e.at AT TIME ZONE 'UTC')::date, l.kind, date_trunc('month', l.expires_at AT TIME ZONE 'UTC')::date, e.kind, e.debit, e.credit, sum(e.amount)
        FROM credit_entries AS e JOIN credit_lots AS l ON l.id = e.lot_id GROUP BY 1, 2, 3, 4, 5, 6`
    },
    { timeout: 30 * 60_000 },
  )
  await prisma.$executeRawUnsafe('VACUUM ANALYZE')
  const checked = await verifyCredit({ db }, {}, { longestMs: 1_000 })
  if (checked.faults.length > 0) throw new Error(`The ledger of the bench is not whole: ${JSON.stringify(checked.faults[0])}`)
  const users = await prisma.ledgerAccount.findMany({ select: { userId: true }, take: ROUNDS })
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
    const page = (round: number) => readStatement(services, userOf(round), { limit: PAGE })
    // The few are in the server's memory after a look at each, so the many have to be too; what the first look costs is told beside it.
    const first = await timeOf(ROUNDS, page)
    const balance = await timeOf(ROUNDS, (round) => readBalance(services, userOf(round)))
    const statement = await timeOf(ROUNDS, page)
    const liability = await timeOf(5, () => readLiability(services, { day: '2025-06-30' }))
    return { entries, balance, first, statement, liability, ...(await measureCaptures(db, users)) }
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
          'first look ms': each.first.toFixed(2),
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
