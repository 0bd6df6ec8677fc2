import * as z from 'zod'
import type { PlayedAdmin } from '../../tests/setup/admin-platform'
import { dataOf, mutate, query, signIn } from './client'
import { holdsWithin, numbers, type Findings } from './scenario'
import { admin, type ShopProcess } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

/** EUR that the customer, who is the administrator, has in all: here, on the way, and at the platform. */
export const TOTAL = 500
const AMOUNT = 20
/** After an answer of the platform the server dies within so long (ms): before it has written that down, or after. */
const LONGEST_AFTER_MS = 40
const SIGNED_IN_MS = 5 * 60_000

/** A server dies before the platform has done what a call asks, before it has answered, or after. */
export const moments = ['before', 'during', 'after'] as const
type Moment = (typeof moments)[number]
export interface Step {
  operation: string
  moment: Moment
}

const balance = z.object({ balance: z.number(), held: z.number() })
const transfers = z.object({
  rows: z.array(z.object({ id: z.string(), direction: z.string(), state: z.string(), amount: z.number(), takenBack: z.number() })),
})
const faults = z.object({ faults: z.array(z.unknown()) })

/** A server that dies at a step, and the customer who uses it. */
export class Payments {
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
