import * as z from 'zod'
import { playStripe, STRIPE_KEY, STRIPE_SECRET, type PlayedStripe, type StripeCall } from '../../tests/setup/stripe-server'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { dataOf, mutate, query, signIn } from './client'
import { made } from './credit-round'
import { newDatabase } from './databases'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { startShop, type ShopSettings } from './shop-process'

/** Payments by card while the server is killed: at each step of a payment, and of paying it back. Afterwards both sides agree to the cent. */

const SETTLE_SECONDS = 1
/** By then the shop has asked after everything that was lost (ms). */
const KNOWN_WITHIN_MS = 60_000
const COST = 175.05
const GIVEN_BACK = 60.02
/** A message is handled within this time, mostly (ms). */
const HANDLED_MS = 60

type Wanted = Pick<StripeCall, 'operation' | 'phase'>
/** The calls during which the server dies. */
const ofPage: Record<string, Wanted> = {
  'the row is written': { operation: 'POST /v1/checkout/sessions', phase: 'before' },
  'the page is made': { operation: 'POST /v1/checkout/sessions', phase: 'after' },
}
const ofRefund: Record<string, Wanted> = {
  'the refund is written': { operation: 'POST /v1/refunds', phase: 'before' },
  'it is paid back': { operation: 'POST /v1/refunds', phase: 'after' },
}
const ofMessage: Record<string, Wanted | null> = {
  'it is paid, and no message comes': null,
  'a message is being read': { operation: 'GET /v1/checkout/sessions/:id', phase: 'after' },
  'a message is being written down': null,
}
const steps = [...Object.keys(ofPage), ...Object.keys(ofMessage), ...Object.keys(ofRefund)]
type Step = string

const page = z.object({ url: z.string() })
const listed = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      nounId: z.string().nullable(),
      amount: z.number(),
      refunded: z.number(),
      refunds: z.array(z.object({ state: z.string() })),
    }),
  ),
  nextCursor: z.string().nullable(),
})
type Row = z.output<typeof listed>['rows'][number]

class Walk {
  kills = 0
  #shop: Awaited<ReturnType<typeof startShop>>
  #token = ''

  constructor(
    private readonly stripe: PlayedStripe,
    private readonly settings: ShopSettings,
    private readonly findings: Findings,
    shop: Awaited<ReturnType<typeof startShop>>,
    private readonly random: () => number,
    private readonly withinMs: number,
  ) {
    this.#shop = shop
  }

  async signIn() {
    this.#token = await signIn(this.#shop.url)
  }

  #call = (path: string, input: object) => mutate(this.#shop.url, path, input, { token: this.#token })

  /** A repair of the administrator's own, whose estimate is accepted. */
  async #repair(): Promise<string> {
    const session = dataOf(
      await query(this.#shop.url, 'auth.session', undefined, { token: this.#token }),
      z.object({ user: z.object({ id: z.string() }) }),
    )
    const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
    const input = { customer: { userId: session.user.id }, deviceInfo: device, problemDescription: 'No power' }
    const { id } = dataOf(await this.#call('repairs.create', input), made)
    const lines = [{ kind: 'labour', label: 'An hour', quantity: 1, price: COST }]
    dataOf(await this.#call('repairs.saveEstimate', { id, lines }), z.unknown())
    dataOf(await this.#call('repairs.sendEstimate', { id, email: null }), z.unknown())
    dataOf(await this.#call('repairs.recordAnswer', { id, number: 1, answer: 'accepted' }), z.unknown())
    return id
  }

  async #restart() {
    this.kills += 1
    this.#shop = await startShop({ ...this.settings, port: this.#shop.port })
    await this.signIn()
  }

  /** Does something while the server dies within a call to Stripe. */
  async #dieIn({ operation, phase }: Wanted, work: () => Promise<unknown>) {
    let killed: Promise<void> | undefined
    this.stripe.fault = async (call) => {
      if (killed || call.operation !== operation || call.phase !== phase) return
      killed = this.#shop.kill()
      await killed
      return 'cut'
    }
    // The connection ends, which is no answer.
    await work().catch(() => undefined)
    this.stripe.fault = undefined
    this.findings.check(killed !== undefined, `The server did not call ${operation}`)
    if (killed) await this.#restart()
  }

  #send = async (type: string, object: object) => {
    const { body, headers } = this.stripe.message(type, object)
    return (await fetch(`${this.#shop.url}/api/stripe/webhook`, { method: 'POST', body, headers })).status
  }

  async #rows(): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next: z.output<typeof listed> = dataOf(
        await query(this.#shop.url, 'payments.list', { cursor, limit: 100 }, { token: this.#token }),
        listed,
      )
      rows.push(...next.rows)
      cursor = next.nextCursor
    }
    return rows
  }

  /** Waits for what has to become known, and compares both sides. */
  async #agrees(step: Step, repairId: string, refunded: boolean) {
    let rows: Row[] = []
    const cents = (amount: (row: Row) => number) => rows.reduce((sum, row) => sum + Math.round(amount(row) * 100), 0)
    const isKnown = async () => {
      rows = await this.#rows()
      const mine = rows.filter(({ nounId }) => nounId === repairId)
      return (
        mine.length === 1 &&
        mine.every(({ refunds }) => refunds.every(({ state }) => state === 'done') && refunds.length === (refunded ? 1 : 0)) &&
        cents(({ amount, refunded: back }) => amount - back) === this.stripe.balance()
      )
    }
    const known = await holdsWithin(this.withinMs, isKnown, 250)
    const mine = rows.filter(({ nounId }) => nounId === repairId)
    this.findings.check(
      known,
      () =>
        `killed when ${step}: Stripe has ${this.stripe.balance()}, the shop ${cents((row) => row.amount - row.refunded)} cents: ${JSON.stringify(mine)}`,
    )
  }

  /** Pays and pays back, and dies at one step. */
  async round(step: Step) {
    const repairId = await this.#repair()
    const start = () => this.#call('payments.start', { repairId })
    const inPage = ofPage[step]
    if (inPage) await this.#dieIn(inPage, start)
    const { url } = dataOf(await start(), page)
    const open = [...this.stripe.sessions.values()].filter(
      ({ status, amount_total: cents }) => status === 'open' && cents === Math.round(COST * 100),
    )
    this.findings.check(open.length === 1, `killed when ${step}: ${open.length} pages can be paid`)
    const session = this.stripe.sessionOf(url)
    this.stripe.pay(url)
    const message = () => this.#send('checkout.session.completed', session)
    const inMessage = ofMessage[step]
    if (inMessage) await this.#dieIn(inMessage, message)
    else if (step === 'it is paid, and no message comes') {
      await this.#shop.kill()
      await this.#restart()
    } else if (step === 'a message is being written down') {
      const sent = message().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, this.random() * HANDLED_MS))
      await this.#shop.kill()
      await sent
      await this.#restart()
    } else this.findings.check((await message()) === 200, `killed when ${step}: the message was not taken`)
    await this.#agrees(step, repairId, false)
    const [paid] = (await this.#rows()).filter(({ nounId }) => nounId === repairId)
    const refund = () => this.#call('payments.refund', { paymentId: paid?.id, amount: GIVEN_BACK, reason: 'Goodwill' })
    const inRefund = ofRefund[step]
    if (inRefund) await this.#dieIn(inRefund, refund)
    else this.findings.check((await refund()).ok, `killed when ${step}: nothing was paid back`)
    await this.#agrees(step, repairId, true)
  }

  async end() {
    const { faults } = dataOf(
      await query(this.#shop.url, 'credit.verify', {}, { token: this.#token }),
      z.object({ faults: z.array(z.unknown()) }),
    )
    this.findings.check(faults.length === 0, () => `The ledger is not whole: ${JSON.stringify(faults[0])}`)
    this.findings.check((await this.#shop.stop()) === 0, 'the server did not stop in order')
  }
}

async function killRounds(rounds: number, short: boolean, given: ShopSettings): Promise<Outcome> {
  const findings = new Findings()
  const stripe = await playStripe()
  const settings = {
    ...given,
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_API_BASE: stripe.address,
      STRIPE_SETTLE_SECONDS: String(SETTLE_SECONDS),
    },
  }
  const walk = new Walk(stripe, settings, findings, await startShop(settings), numbers(38), limitOf(KNOWN_WITHIN_MS, short))
  await walk.signIn()
  for (let nth = 1; nth <= rounds; nth++) {
    for (const step of steps) await walk.round(step)
    if (!short) console.log(`  ${nth} of ${rounds} rounds, ${findings.wrong.length} wrong`)
  }
  await walk.end()
  await stripe.stop()
  return findings.outcome(`${walk.kills} kills, ${stripe.asked.length} calls of Stripe, ${stripe.balance() / 100} EUR`)
}

const ROUNDS = 5

export const killPaymentsEmbedded: Scenario = {
  name: 'kill-payments-embedded',
  title: 'kill -9 at every step of a payment by card and its refund, embedded database',
  run: (short) => killRounds(short ? 1 : ROUNDS, short, { dataDir: temporaryFolder('data') }),
}

export const killPaymentsPostgres: Scenario = {
  name: 'kill-payments-postgres',
  title: 'kill -9 at every step of a payment by card and its refund, PostgreSQL',
  run: async (short) => killRounds(short ? 1 : ROUNDS, short, { dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() }),
}
