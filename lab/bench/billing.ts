import { randomUUID } from 'node:crypto'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createServices } from '~/server/create-services'
import { startSession } from '~/server/identity/auth/sessions'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import type { Database } from '~/server/platform/database/database'
import { createLogger } from '~/server/platform/log'
import { newDatabase, stopDatabases } from '../load/databases'
import { median } from './measured'
import type { BenchSection } from './section'

const DOCUMENTS = 1_000_000
/** Documents of a buyer. */
const PER_BUYER = 20
const ROUNDS = 15
const ISSUED = 60
const WANTED = { ms: 300, issuing: 0.3 }

/**
 * So many documents with two lines and their entries, over three years. A tenth of them is owed, one in fifty is a credit note, and a few
 * wait, are withdrawn or credited. With the triggers off: what those keep is written as they would. The chain of entries is not made: no
 * list reads it.
 */
async function fill({ prisma }: Database, documents: number): Promise<void> {
  const buyers = Math.max(1, Math.round(documents / PER_BUYER))
  const run = (statements: readonly string[]) =>
    prisma.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
        for (const statement of statements) await tx.$executeRawUnsafe(statement)
      },
      { timeout: 60 * 60_000 },
    )
  const id = (kind: string, n: string) => `md5('${kind}' || (${n})::text)::uuid`
  const owes = 'n % 10 = 3 AND n % 50 <> 0'
  await run([
    `INSERT INTO users (id, email) SELECT ${id('user', 'n')}, 'buyer' || n || '@example.com' FROM generate_series(1, ${buyers}) AS n`,
    `INSERT INTO profiles (user_id, email, full_name) SELECT id, email, 'Buyer ' || email FROM users ON CONFLICT DO NOTHING`,
    `INSERT INTO buyers (id, user_id, email, full_name, company)
     SELECT ${id('buyer', 'n')}, ${id('user', 'n')}, 'buyer' || n || '@example.com', 'Buyer ' || n, CASE WHEN n % 7 = 0 THEN 'Company ' || n || ' Ltd' END
     FROM generate_series(1, ${buyers}) AS n`,
    `INSERT INTO credit_accounts (id, user_id, buyer_id, email) SELECT ${id('account', 'n')}, gen_random_uuid(), ${id('buyer', 'n')}, 'buyer' || n || '@example.com'
     FROM generate_series(1, ${buyers}) AS n`,
    `INSERT INTO billing_documents (id, kind, purpose, state, number, series, year, place, buyer_id, account_id, of_id, issued_at, issued_on, supplied_on, due_on,
       net, total, owed, paid, credited, seller, buyer, created_at, updated_at)
     SELECT ${id('document', 'n')}, (CASE WHEN n % 50 = 0 THEN 'credit_note' ELSE 'invoice' END)::document_kind, 'repair',
       (CASE WHEN n % 1000 = 1 THEN 'waiting' WHEN n % 1000 = 2 THEN 'withdrawn' ELSE 'issued' END)::document_state,
       CASE WHEN n % 1000 NOT IN (1, 2) THEN 'INV-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 7, '0') END,
       'INV', CASE WHEN n % 1000 NOT IN (1, 2) THEN to_char(at, 'YYYY')::int END, CASE WHEN n % 1000 NOT IN (1, 2) THEN n END,
       ${id('buyer', `n % ${buyers} + 1`)}, ${id('account', `n % ${buyers} + 1`)}, CASE WHEN n % 50 = 0 THEN ${id('document', 'n - 1')} END,
       CASE WHEN n % 1000 NOT IN (1, 2) THEN at END, CASE WHEN n % 1000 NOT IN (1, 2) THEN at::date END, at::date,
       CASE WHEN n % 1000 NOT IN (1, 2) AND n % 50 <> 0 THEN at::date + 14 END,
       100 + n % 900, 100 + n % 900, CASE WHEN ${owes} THEN 100 + n % 900 ELSE 0 END,
       CASE WHEN ${owes} OR n % 50 IN (0, 49) OR n % 1000 IN (1, 2) THEN 0 ELSE 100 + n % 900 END, CASE WHEN n % 50 = 49 THEN 100 + n % 900 ELSE 0 END,
       '{"name": "Bench"}', jsonb_build_object('name', 'Buyer ' || (n % ${buyers} + 1), 'email', 'buyer' || (n % ${buyers} + 1) || '@example.com'), at, at
     FROM generate_series(1, ${documents}) AS n, LATERAL (SELECT now() - interval '3 years' * (${documents} - n) / ${documents} AS at) AS given`,
    `INSERT INTO billing_lines (document_id, position, description, quantity, price, net, total)
     SELECT d.id, line, 'Work ' || line, 1, d.total / 2, d.total / 2, d.total / 2 FROM billing_documents AS d, generate_series(0, 1) AS line`,
    `INSERT INTO credit_entries (account_id, number, kind, debit, credit, amount, document_id, at, previous_hash)
     SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY created_at, id), 'bill', 'billed', 'owed', total, id, created_at, ''
     FROM billing_documents WHERE state = 'issued' AND kind = 'invoice'`,
    `UPDATE credit_accounts AS a SET owed = s.owed, entries = s.entries FROM (
       SELECT account_id, sum(owed) AS owed, count(*) FILTER (WHERE state = 'issued' AND kind = 'invoice') AS entries FROM billing_documents GROUP BY account_id
     ) AS s WHERE s.account_id = a.id`,
  ])
  await prisma.$executeRawUnsafe('VACUUM ANALYZE')
}

/** The median time of a call (ms). */
async function timeOf(call: (round: number) => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  const times: number[] = []
  for (let round = -2; round < rounds; round++) {
    const began = performance.now()
    await call(round)
    if (round >= 0) times.push(performance.now() - began)
  }
  return median(times)
}

type Caller = ReturnType<typeof createCaller>

/** Pages of the lists: each state, each sort, searches and pages far inside. */
async function measureLists(caller: Caller) {
  const { list, debtors } = caller.invoices
  const deep = async (view: Parameters<typeof list>[0], pages: number) => {
    let cursor: string | null = null
    for (let page = 0; page < pages; page++) {
      const { nextCursor }: { nextCursor: string | null } = await list({ ...view, limit: 100, cursor })
      cursor = nextCursor
    }
    return cursor
  }
  const calls: [string, () => Promise<unknown>][] = [
    ['list, first page', () => list()],
    ...(['waiting', 'due', 'overdue', 'settled', 'credited', 'withdrawn'] as const).map((state): [string, () => Promise<unknown>] => [
      `list, ${state}`,
      () => list({ state }),
    ]),
    ['list, credit notes', () => list({ kind: 'credit_note' })],
    ...(['-amount', 'due', '-due'] as const).map((sort): [string, () => Promise<unknown>] => [
      `list, sorted by ${sort}`,
      () => list({ sort }),
    ]),
    ['list, overdue by due day', () => list({ state: 'overdue', sort: 'due' })],
    ['list, overdue by amount', () => list({ state: 'overdue', sort: '-amount' })],
    ['list, search for a number', () => list({ search: '0000777' })],
    ['list, search for a buyer', () => list({ search: 'buyer 4711' })],
    ['list, search with many hits', () => list({ search: 'example.com' })],
    ['list, search without a hit', () => list({ search: 'nothing like it' })],
    ['debtors, first page', () => debtors()],
    ['debtors, search', () => debtors({ search: 'company 4711' })],
  ]
  const first = await debtors({ limit: 100 })
  calls.push(['debtors, second page', () => debtors({ cursor: first.nextCursor })])
  const cursor = await deep({}, 20)
  calls.push(['list, a page deep inside', () => list({ cursor })])
  const overdue = await deep({ state: 'overdue', sort: 'due' }, 10)
  calls.push(['list, overdue, a page deep inside', () => list({ state: 'overdue', sort: 'due', cursor: overdue })])
  const rows: { call: string; ms: string; wanted: string }[] = []
  for (const [call, work] of calls) {
    const ms = await timeOf(work)
    rows.push({ call, ms: ms.toFixed(1), wanted: ms < WANTED.ms ? 'yes' : `NO, below ${WANTED.ms}` })
  }
  console.table(rows)
}

/** Issuing the invoice of a repair, beside a transaction of the rows that it writes. */
async function measureIssuing({ prisma }: Database, caller: Caller) {
  const users = await prisma.user.findMany({ where: { email: { startsWith: 'buyer' } }, take: ISSUED, select: { id: true } })
  const repairs: string[] = []
  for (const { id: userId } of [...users, ...users].slice(0, ISSUED + 2)) {
    const { id } = await prisma.repair.create({ data: { userId, status: 'completed', actualCost: 250 } })
    await prisma.repairLine.create({ data: { repairId: id, kind: 'labour', label: 'Work', quantity: 1, price: 250 } })
    repairs.push(id)
  }
  const issuing = await timeOf((round) => caller.invoices.issue({ repairId: repairs[round + 2] ?? '' }), ISSUED)
  // The same columns and indexes, without what keeps them right.
  const bareTables = { documents: 'billing_documents', lines: 'billing_lines', entries: 'credit_entries', audit: 'audit_log' }
  const bareOthers = { series: 'document_series', links: 'case_links', jobs: 'shop_queue.job' }
  for (const [name, table] of Object.entries({ ...bareTables, ...bareOthers }))
    await prisma.$executeRawUnsafe(`CREATE TABLE bare_${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES)`)
  const [sample] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT document_id::text AS id FROM credit_entries WHERE document_id IS NOT NULL ORDER BY at DESC LIMIT 1`
  const of = sample?.id ?? ''
  const bare = await timeOf(
    () =>
      prisma.$transaction(async (tx) => {
        const [id, key] = [randomUUID(), randomUUID()]
        await tx.$executeRaw`INSERT INTO bare_documents SELECT (jsonb_populate_record(d, jsonb_build_object('id', ${id}::uuid, 'number', ${key}::text, 'key', ${key}::text,
          'place', (random() * 1e9)::int))).* FROM billing_documents AS d WHERE d.id = ${of}::uuid`
        await tx.$executeRaw`INSERT INTO bare_lines (document_id, description, price, net, total) VALUES (${id}::uuid, 'Work', 250, 250, 250)`
        await tx.$executeRaw`INSERT INTO bare_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', ${key}::uuid, 'number', (random() * 1e9)::int, 'key', ${key}::text))).*
          FROM credit_entries AS e WHERE e.document_id = ${of}::uuid LIMIT 1`
        await tx.$executeRaw`INSERT INTO bare_audit SELECT (jsonb_populate_record(a, jsonb_build_object('id', (random() * 1e15)::bigint))).*
          FROM audit_log AS a WHERE a.subject_id = ${of} LIMIT 1`
        await tx.$executeRaw`INSERT INTO bare_series (series, year, last) VALUES ('INV', 2026, 1) ON CONFLICT (series, year) DO UPDATE SET last = bare_series.last + 1`
        await tx.$executeRaw`INSERT INTO bare_links SELECT (jsonb_populate_record(l, jsonb_build_object('id', ${id}::uuid, 'token_hash', ${key}::text))).* FROM case_links AS l LIMIT 1`
        await tx.$executeRaw`INSERT INTO bare_jobs SELECT (jsonb_populate_record(j, jsonb_build_object('id', ${id}::uuid))).* FROM shop_queue.job AS j LIMIT 1`
      }),
    ISSUED,
  )
  const ratio = bare / issuing
  console.table([
    { what: 'issuing an invoice', ms: issuing.toFixed(1) },
    { what: 'a bare transaction of its rows', ms: bare.toFixed(1) },
    { what: `bare ÷ issuing (wanted: at least ${WANTED.issuing})`, ms: ratio.toFixed(2) },
  ])
}

/** `npm run bench billing [DOCUMENTS]`. */
export const billingSection: BenchSection = {
  name: 'billing',
  wanted: `lists of invoices and debtors at a million documents, medians in ms (wanted: below ${WANTED.ms})`,
  run: async ([most]) => {
    const db = openPostgres(await newDatabase())
    try {
      await applyMigrations(db.adapter)
      await fill(db, Number(most ?? DOCUMENTS))
      const services = await createServices({ db, log: createLogger('silent') })
      const user = await db.prisma.user.create({
        data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
      })
      const caller = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, user.id) }))
      await measureLists(caller)
      await measureIssuing(db, caller)
      await services.hub.stop()
    } finally {
      await db.close()
      await stopDatabases()
    }
  },
}
