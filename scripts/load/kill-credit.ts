import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ask, dataOf, signIn, tell } from './client'
import { newDatabase } from './databases'
import { untilKilled } from './kill-nine'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { admin, startShop, temporaryFolder, type ShopSettings } from './shop-process'

/** What moves store credit while the server is killed: a trade-in that is completed, a repair that is paid, an amount that two approve. */

const second = { ...admin, email: 'second@example.com' }
/** Their address is verified, so that they are written to; nobody signs in as them. */
const customer = { ...admin, email: 'customer@example.com' }
const ROUNDS_TOLD = 10
/** Emails about a status wait 15 s; what a killed process had taken runs out in 40 (ms). */
const DELIVERED_WITHIN_MS = 120_000

const made = z.object({ id: z.string(), userId: z.string(), version: z.number(), status: z.string() })
const paid = z.object({ held: z.number(), captured: z.number(), left: z.number().nullable() })
const asked = z.object({ state: z.string(), request: z.object({ id: z.string() }).nullable() })
const page = <Row>(row: z.ZodType<Row>) => z.object({ rows: z.array(row), nextCursor: z.string().nullable() })
const entryRow = z.object({
  kind: z.string(),
  amount: z.number(),
  causeId: z.string(),
  lotId: z.string(),
  key: z.string(),
  part: z.number(),
})
type Entry = z.output<typeof entryRow>

const DEVICE = { manufacturer: 'Bitmain', model: 'Antminer S19' }
const VALUE = 300
const COST = 100
/** Above `CREDIT_LIMIT`. */
const ABOVE = 1_500
const SMALL = 5

/** Of each kind so many are ready in each round. */
const READY = 4

interface Ready {
  id: string
  isConfirmed: boolean
}

interface Round {
  userId: string
  tradeIns: Ready[]
  repairs: Ready[]
  requests: Ready[]
  adjustments: Ready[]
}

type Caller = (path: string, input: object) => ReturnType<typeof tell>
const unknown = z.unknown()

/** A trade-in whose completion issues its value. */
async function openTradeIn(call: Caller, userId: string): Promise<string> {
  const { id, version } = dataOf(await call('tradeIns.create', { customer: { userId }, deviceInfo: DEVICE }), made)
  dataOf(await call('tradeIns.update', { id, version, finalValue: VALUE }), made)
  return id
}

/** A repair for which credit is held, which its completion uses. */
async function openRepair(call: Caller, userId: string): Promise<string> {
  const { id } = dataOf(await call('repairs.create', { customer: { userId }, deviceInfo: DEVICE, problemDescription: 'No power' }), made)
  dataOf(await call('repairs.saveEstimate', { id, lines: [{ kind: 'labour', label: 'An hour', quantity: 1, price: COST }] }), unknown)
  dataOf(await call('repairs.sendEstimate', { id, email: null }), unknown)
  dataOf(await call('repairs.recordAnswer', { id, number: 1, answer: 'accepted' }), unknown)
  dataOf(await call('credit.payRepairFor', { repairId: id, amount: COST }), paid)
  return id
}

/** An amount above the limit, for which somebody else is asked. */
async function openRequest(call: Caller, userId: string): Promise<string> {
  const { request } = dataOf(await call('credit.adjust', { userId, amount: ABOVE, reason: 'Above the limit' }), asked)
  return request?.id ?? ''
}

async function readyRound(call: Caller, userId: string): Promise<Round> {
  const ready = async (open: () => Promise<string> | string) => {
    const rows: Ready[] = []
    while (rows.length < READY) rows.push({ id: await open(), isConfirmed: false })
    return rows
  }
  return {
    userId,
    tradeIns: await ready(() => openTradeIn(call, userId)),
    repairs: await ready(() => openRepair(call, userId)),
    requests: await ready(() => openRequest(call, userId)),
    adjustments: await ready(randomUUID),
  }
}

/** Moves what is ready, one after another, until the server is gone. */
const mover = (rows: Ready[], move: (id: string) => ReturnType<typeof tell>) => async (index: number, onWrite: () => void) => {
  const row = rows[index]
  // The first is under way when the server goes, or a later one.
  onWrite()
  if (!row) return new Promise<void>((resolve) => setTimeout(resolve, 20))
  dataOf(await move(row.id), unknown)
  row.isConfirmed = true
}

async function readEntries(url: string, token: string, userId: string): Promise<Entry[]> {
  const rows: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next: { rows: Entry[]; nextCursor: string | null } = dataOf(
      await ask(url, 'credit.entries', { userId, cursor, limit: 100 }, { token }),
      page(entryRow),
    )
    rows.push(...next.rows)
    cursor = next.nextCursor
  }
  return rows
}

const sumOf = (entries: readonly Entry[], kind: string) =>
  entries.reduce((sum, entry) => sum + (entry.kind === kind ? Math.round(entry.amount * 100) : 0), 0) / 100

/** Looks at what was moved in a round: all of a movement, or nothing of it, and never twice. */
async function look(findings: Findings, url: string, token: string, round: Round): Promise<void> {
  const { userId } = round
  const entries = await readEntries(url, token, userId)
  const about = (id: string) => entries.filter(({ causeId }) => causeId === id)
  for (const { id, isConfirmed } of round.tradeIns) {
    const { status } = dataOf(await ask(url, 'tradeIns.byId', { id }, { token }), made)
    const issued = sumOf(about(id), 'issue')
    findings.check(!isConfirmed || status === 'completed', `trade-in ${id}: a confirmed status is lost`)
    findings.check(issued === (status === 'completed' ? VALUE : 0), `trade-in ${id} is ${status}, and has brought ${issued}`)
  }
  for (const { id, isConfirmed } of round.repairs) {
    const { status } = dataOf(await ask(url, 'repairs.byId', { id }, { token }), made)
    const found = dataOf(await ask(url, 'credit.payments', { noun: 'repairs', id }, { token }), paid)
    const isUsed = status === 'completed'
    const [held, used] = [sumOf(about(id), 'authorize'), sumOf(about(id), 'capture')]
    findings.check(!isConfirmed || isUsed, `repair ${id}: a confirmed status is lost`)
    findings.check(found.held === (isUsed ? 0 : COST) && found.captured === (isUsed ? COST : 0), `repair ${id}: ${JSON.stringify(found)}`)
    findings.check(
      held === COST && used === (isUsed ? COST : 0),
      `repair ${id} is ${status}, with ${held} held and ${used} used in the ledger`,
    )
  }
  for (const { id, isConfirmed } of round.adjustments) {
    const written = sumOf(about(id), 'adjust')
    findings.check(written === SMALL || (written === 0 && !isConfirmed), `adjustment ${id}: ${written} is written`)
  }
  const states = new Map<string, string>()
  for (let cursor: string | null | undefined; cursor !== null;) {
    const row = z.object({ id: z.string(), state: z.string() })
    const next: { rows: z.output<typeof row>[]; nextCursor: string | null } = dataOf(
      await ask(url, 'credit.requests', { cursor, limit: 100 }, { token }),
      page(row),
    )
    for (const { id, state } of next.rows) states.set(id, state)
    cursor = next.nextCursor
  }
  for (const { id, isConfirmed } of round.requests) {
    const written = sumOf(
      entries.filter(({ key }) => key === `request:${id}`),
      'adjust',
    )
    const isApproved = states.get(id) === 'approved'
    findings.check(!isConfirmed || isApproved, `request ${id}: a confirmed approval is lost`)
    findings.check(written === (isApproved ? ABOVE : 0), `request ${id} is ${states.get(id)}, and ${written} is written`)
  }
  const { faults } = dataOf(await ask(url, 'credit.verify', { userId }, { token }), z.object({ faults: z.array(z.unknown()) }))
  findings.check(faults.length === 0, `The ledger is not whole: ${JSON.stringify(faults[0])}`)
}

/** Starts the shop once for each account that it makes, then for good. */
async function prepare(settings: ShopSettings): Promise<string> {
  for (const { email } of [second, customer]) await (await startShop({ ...settings, env: { ADMIN_EMAIL: email } })).stop()
  const shop = await startShop(settings)
  const token = await signIn(shop.url)
  const people = dataOf(
    await ask(shop.url, 'users.list', { search: customer.email }, { token }),
    z.object({ rows: z.array(z.object({ userId: z.string() })) }),
  )
  const userId = people.rows[0]?.userId ?? ''
  // So much that no payment waits for it.
  for (let part = 0; part < 60; part++)
    dataOf(await tell(shop.url, 'credit.adjust', { userId, amount: 1_000, reason: 'To spend' }, { token }), asked)
  await shop.stop()
  return userId
}

async function killRounds(rounds: number, short: boolean, settings: ShopSettings): Promise<Outcome> {
  const findings = new Findings()
  const random = numbers(1818)
  const userId = await prepare(settings)
  let shop = await startShop(settings)
  const moved = { tradeIns: 0, repairs: 0, requests: 0, adjustments: 0 }
  for (let nth = 1; nth <= rounds; nth++) {
    const [token, other] = await Promise.all([signIn(shop.url), signIn(shop.url, second)])
    const { url, kill } = shop
    const call: Caller = (path, input) => tell(url, path, input, { token })
    const began = performance.now()
    const round = await readyRound(call, userId)
    // What is moved takes about half the time of what makes it ready, on whichever machine.
    const longestMs = (performance.now() - began) / 2
    const work = [
      mover(round.tradeIns, (id) => call('tradeIns.updateStatus', { id, status: 'completed' })),
      mover(round.repairs, (id) => call('repairs.updateStatus', { id, status: 'completed' })),
      mover(round.requests, (id) => tell(url, 'credit.approve', { id }, { token: other })),
      mover(round.adjustments, (id) => call('credit.adjust', { userId, amount: SMALL, reason: 'Goodwill', idempotencyKey: id })),
    ]
    await untilKilled(work, random() * longestMs, kill)
    shop = await startShop({ ...settings, port: shop.port })
    await look(findings, shop.url, await signIn(shop.url), round)
    for (const part of ['tradeIns', 'repairs', 'requests', 'adjustments'] as const)
      moved[part] += round[part].filter(({ isConfirmed }) => isConfirmed).length
    if (nth % ROUNDS_TOLD === 0) console.log(`  ${nth} of ${rounds} kills`)
  }
  const lots = new Set((await readEntries(shop.url, await signIn(shop.url), userId)).map(({ lotId }) => lotId)).size
  // A file is named by its email: one that goes out twice takes its own place.
  const folder = join(settings.dataDir, 'mail')
  const emails = () =>
    readdirSync(folder).filter(
      (name) => name.endsWith('.eml') && /^Subject: .*of store credit is in/m.test(decoded(readFileSync(join(folder, name), 'latin1'))),
    ).length
  await holdsWithin(limitOf(DELIVERED_WITHIN_MS, short), () => emails() >= lots, 500)
  findings.check(emails() === lots, () => `${emails()} emails about ${lots} issues`)
  findings.check((await shop.stop()) === 0, 'the server did not stop in order')
  return findings.outcome(
    `${rounds} kills; confirmed: ${moved.tradeIns} trade-ins, ${moved.repairs} repairs, ${moved.requests} approvals, ${moved.adjustments} adjustments; ${lots} emails`,
  )
}

/** A subject in encoded words (RFC 2047), as it begins with a sign of its own. */
const decoded = (message: string) => message.replace(/=\?UTF-8\?Q\?([^?]*)\?=\s*/gi, (_, words: string) => words.replaceAll('_', ' '))

export const killCreditEmbedded: Scenario = {
  name: 'kill-credit-embedded',
  title: 'kill -9 of the server while store credit is issued, used and approved, embedded database',
  run: (short) => killRounds(short ? 2 : 60, short, { dataDir: temporaryFolder('data') }),
}

export const killCreditPostgres: Scenario = {
  name: 'kill-credit-postgres',
  title: 'kill -9 of the server while store credit is issued, used and approved, PostgreSQL',
  run: async (short) => killRounds(short ? 2 : 30, short, { dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() }),
}
