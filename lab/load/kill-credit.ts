import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { query, dataOf, signIn, mutate } from './client'
import { look, readEntries } from './credit-look'
import { asked, mover, readyRound, SMALL, type Caller } from './credit-round'
import { newDatabase } from './databases'
import { untilKilled } from './kill-nine'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { admin, temporaryFolder } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

/** Movements of store credit while the server is killed: a trade-in completed, a repair paid, an amount that two approve. */

const second = { ...admin, email: 'second@example.com' }
/** Their address is verified, so that they are written to; nobody signs in as them. */
const customer = { ...admin, email: 'customer@example.com' }
const ROUNDS_TOLD = 10
/** Emails about a status wait 15 s; what a killed process had taken runs out in 40 (ms). */
const DELIVERED_WITHIN_MS = 120_000

/** Starts the shop once for each account that it makes, then for good. */
async function prepare(settings: ShopSettings): Promise<string> {
  for (const { email } of [second, customer]) await (await startShop({ ...settings, env: { ADMIN_EMAIL: email } })).stop()
  const shop = await startShop(settings)
  const token = await signIn(shop.url)
  const people = dataOf(
    await query(shop.url, 'users.list', { search: customer.email }, { token }),
    z.object({ rows: z.array(z.object({ userId: z.string() })) }),
  )
  const userId = people.rows[0]?.userId ?? ''
  // So much that no payment waits for it.
  for (let part = 0; part < 60; part++)
    dataOf(await mutate(shop.url, 'credit.adjust', { userId, amount: 1_000, reason: 'To spend' }, { token }), asked)
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
    const call: Caller = (path, input) => mutate(url, path, input, { token })
    const began = performance.now()
    const round = await readyRound(call, userId)
    // The movement takes about half the time of the steps that prepare it, on any machine.
    const longestMs = (performance.now() - began) / 2
    const work = [
      mover(round.tradeIns, (id) => call('tradeIns.updateStatus', { id, status: 'completed' })),
      mover(round.repairs, (id) => call('repairs.updateStatus', { id, status: 'completed' })),
      mover(round.requests, (id) => mutate(url, 'credit.approve', { id }, { token: other })),
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
  const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [])
  const emails = () =>
    names().filter((name) => /^Subject: .*of store credit is in/m.test(decoded(readFileSync(join(folder, name), 'latin1')))).length
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
