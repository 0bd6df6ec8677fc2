import * as z from 'zod'
import { playAdminPlatform, type PlayedAdmin } from '../../tests/setup/admin-platform'
import { query, dataOf, signIn, mutate } from './client'
import { newDatabase } from './databases'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { admin, startShop, temporaryFolder, type ShopProcess, type ShopSettings } from './shop-process'

/** EUR that the customer, who is the administrator, has in all: here, on the way, and at the platform. */
const TOTAL = 500
const AMOUNT = 20
const SETTLE_SECONDS = 2
/** What is under way when a server dies is known by then (ms). */
const KNOWN_WITHIN_MS = 90_000
/** After an answer of the platform the server dies within so long (ms): before it has written that down, or after. */
const LONGEST_AFTER_MS = 40

/** Shops at once: after most deaths a shop waits until a call that was lost cannot come any more. */
const LANES = 3

const SIGNED_IN_MS = 5 * 60_000

/** Where a server dies: before the platform has done what a call asks, before it has answered, or after. */
const moments = ['before', 'during', 'after'] as const
type Moment = (typeof moments)[number]
interface Step {
  operation: string
  moment: Moment
}
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

const balance = z.object({ balance: z.number(), held: z.number() })
const transfers = z.object({
  rows: z.array(z.object({ id: z.string(), direction: z.string(), state: z.string(), amount: z.number(), takenBack: z.number() })),
})
const session = z.object({ user: z.object({ id: z.string() }) })
const faults = z.object({ faults: z.array(z.unknown()) })

/** A server that dies at a step, and the customer who uses it. */
class Payments {
  kills = 0
  readonly #random: () => number
  #signedIn = { token: '', at: -Infinity }

  constructor(
    private readonly platform: PlayedAdmin,
    private readonly settings: ShopSettings,
    private readonly findings: Findings,
    private readonly timeoutMs: number,
    private shop: ShopProcess,
    seed: number,
  ) {
    this.#random = numbers(seed)
  }

  get url(): string {
    return this.shop.url
  }

  /** A proof counts for ten minutes, whichever process has seen it. */
  async token(): Promise<string> {
    if (performance.now() - this.#signedIn.at > SIGNED_IN_MS) this.#signedIn = { token: await signIn(this.url), at: performance.now() }
    return this.#signedIn.token
  }

  async #rows() {
    return dataOf(await query(this.url, 'credit.transfers', undefined, { token: await this.token() }), transfers).rows
  }

  /** Calls, and lets the server die at a step of what that causes. Without a step nothing dies. */
  async #press(path: string, input: object, step: Step | undefined): Promise<void> {
    const token = await this.token()
    const { shop, platform } = this
    let killed: Promise<void> | undefined
    platform.fault = async ({ operation, phase }) => {
      if (!step || killed || operation !== step.operation || phase !== (step.moment === 'before' ? 'before' : 'after')) return undefined
      if (step.moment !== 'after') {
        await (killed = shop.kill())
        return 'cut'
      }
      const afterMs = this.#random() * LONGEST_AFTER_MS
      killed = new Promise((resolve) => setTimeout(resolve, afterMs)).then(() => shop.kill())
      return undefined
    }
    try {
      const answer = await mutate(this.url, path, input, { token })
      this.findings.check(answer.ok, () => `${path} was refused: ${JSON.stringify(answer)}`)
    } catch (error) {
      // A connection that ends is what happens here.
      if (!(error instanceof TypeError)) throw error
    }
    if (!step) return
    this.findings.check(killed !== undefined, `${step.operation} was not called`)
    await killed
    platform.fault = undefined
    this.kills += 1
    this.shop = await startShop({ ...this.settings, port: shop.port })
  }

  /** Waits until nothing is under way, and holds what is here against what is there. */
  async #compare(what: string): Promise<void> {
    const isOpen = ({ state }: { state: string }) => ['waiting', 'asked', 'unknown'].includes(state)
    const known = await holdsWithin(this.timeoutMs, async () => !(await this.#rows()).some(isOpen), 250)
    this.findings.check(known, `${what}: still under way`)
    const here = dataOf(await query(this.url, 'credit.balance', undefined, { token: await this.token() }), balance)
    const there = this.platform.balanceOf(admin.email)
    const sum = Math.round((here.balance + here.held + there) * 100) / 100
    this.findings.check(sum === TOTAL && here.held === 0, `${what}: ${here.balance} and ${here.held} here, ${there} there`)
  }

  /** Moves an amount there and back, each with its death; what was not moved is moved by another try. */
  async round(out: Step | undefined, back: Step | undefined): Promise<void> {
    const nameOf = (step: Step | undefined) => (step ? `killed ${step.moment} ${step.operation}` : 'not killed')
    const open = async () => (await this.#rows()).find(({ direction, state }) => direction === 'out' && state === 'done')
    await this.#press('credit.useInShop', { amount: AMOUNT }, out)
    await this.#compare(nameOf(out))
    if (!(await open())) await this.#press('credit.useInShop', { amount: AMOUNT }, undefined)
    const transferId = (await open())?.id
    this.findings.check(transferId !== undefined, `${nameOf(out)}: nothing was moved in the end`)
    if (transferId === undefined) return
    await this.#press('credit.takeBackFor', { transferId }, back)
    await this.#compare(nameOf(back))
    if (await open()) await this.#press('credit.takeBackFor', { transferId }, undefined)
    this.findings.check(this.platform.balanceOf(admin.email) === 0, `${nameOf(back)}: not everything came back`)
  }

  /** Every movement there is one transfer here, and the ledger is whole. */
  async end(): Promise<void> {
    const token = await this.token()
    const { faults: found } = dataOf(await query(this.url, 'credit.verify', {}, { token }), faults)
    this.findings.check(found.length === 0, () => `the ledger has faults: ${JSON.stringify(found)}`)
    this.findings.check((await this.shop.stop()) === 0, 'the server did not stop in order')
  }
}

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
