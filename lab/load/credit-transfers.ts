import * as z from 'zod'
import { playAdminPlatform } from '../../tests/setup/admin-platform'
import { dataOf, mutate, query, signIn } from './client'
import { moments, Payments, TOTAL, type Step } from './credit-transfers-payments'
import { newDatabase } from './databases'
import { Findings, limitOf, type Outcome, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

const SETTLE_SECONDS = 2
/** By then the fate of each call is known that was under way when a server died (ms). */
const KNOWN_WITHIN_MS = 90_000
/** Shops at once: after most deaths a shop waits until a call that was lost cannot come any more. */
const LANES = 3

const stepsOf = (operations: readonly string[]): Step[] =>
  operations.flatMap((operation) => moments.map((moment) => ({ operation, moment })))

/** The calls of a payment, and of taking it back; in a shop with accounts, and in one with gift cards. */
const walks = [
  {
    storeCredit: true,
    out: stepsOf(['SetCustomer', 'CustomerAccounts', 'CreditAccount']),
    back: stepsOf(['AccountRemainder', 'AccountTransactions', 'DebitAccount']),
  },
  { storeCredit: false, out: stepsOf(['CreateGiftCard']), back: stepsOf(['GiftCard', 'DebitGiftCard']) },
]
/** The calls that move something. */
const isMoving = ({ operation }: Step) => /^(Credit|Debit|Create)/.test(operation)

const session = z.object({ user: z.object({ id: z.string() }) })

/** A shop with a platform of its own, whose customer has something to move. */
async function openLane(findings: Findings, settings: ShopSettings, short: boolean, seed: number) {
  const platform = await playAdminPlatform()
  const env = {
    SHOPIFY_ADMIN_URL: platform.address,
    SHOPIFY_ADMIN_TOKEN: 'a-token-of-the-load-runs',
    SHOPIFY_SETTLE_SECONDS: String(SETTLE_SECONDS),
  }
  const shop = await startShop({ ...settings, env })
  const token = await signIn(shop.url)
  const { user } = dataOf(await query(shop.url, 'auth.session', undefined, { token }), session)
  const given = await mutate(shop.url, 'credit.adjust', { userId: user.id, amount: TOTAL, reason: 'For the run' }, { token })
  findings.check(given.ok, 'no store credit to move')
  const payments = new Payments(platform, { ...settings, env }, findings, limitOf(KNOWN_WITHIN_MS, short), shop, seed)
  return { platform, payments }
}

async function killAtEveryStep(rounds: number, short: boolean, newSettings: () => Promise<ShopSettings>): Promise<Outcome> {
  const findings = new Findings()
  const due = Array.from({ length: rounds }, () => walks).flat()
  let done = 0
  let kills = 0
  let calls = 0
  const runLane = async (seed: number) => {
    const { platform, payments } = await openLane(findings, await newSettings(), short, seed)
    for (let walk = due.shift(); walk; walk = due.shift()) {
      const { storeCredit, out, back } = walk
      platform.books.storeCredit = storeCredit
      const [outs, backs] = short ? [out.filter(isMoving).slice(0, 2), back.filter(isMoving).slice(0, 2)] : [out, back]
      for (let index = 0; index < Math.max(outs.length, backs.length); index++) await payments.round(outs[index], backs[index])
      done += 1
      if (!short) console.log(`  ${done} of ${rounds * walks.length} walks, ${findings.wrong.length} wrong`)
    }
    await payments.end()
    await platform.stop()
    kills += payments.kills
    calls += platform.asked.length
  }
  await Promise.all(Array.from({ length: short ? 1 : LANES }, (_, lane) => runLane(11 + lane)))
  return findings.outcome(`${kills} kills, ${calls} calls of the platform`)
}

export const creditEmbedded: Scenario = {
  name: 'credit-embedded',
  title: 'kill -9 at every step of moving store credit to the platform and back, embedded database',
  run: (short) => killAtEveryStep(short ? 1 : 5, short, () => Promise.resolve({ dataDir: temporaryFolder('data') })),
}

export const creditPostgres: Scenario = {
  name: 'credit-postgres',
  title: 'kill -9 at every step of moving store credit to the platform and back, PostgreSQL',
  run: (short) =>
    killAtEveryStep(short ? 1 : 5, short, async () => ({ dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() })),
}
