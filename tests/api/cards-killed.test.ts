// @module-tag full
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { openEmbedded } from '~/server/platform/database/embedded'
import { CardShopProcess } from '../setup/card-shop-process'
import { engines, openPostgresTestDatabase } from '../setup/database'
import { bundleProgram } from '../setup/killed-program'
import { openTestShop } from '../setup/shop'
import { playStripe, type StripeCall } from '../setup/stripe-server'

/**
 * Orders by card at a played Stripe while the shop is killed: within calls to Stripe, within messages of it, and anywhere else. Messages come at
 * once, twice, late or never; holds run out while the page is open; money comes after them. Afterwards both sides agree to the cent, nothing is
 * sold twice, and every paid order has its goods or is marked.
 */

const ROUNDS = Number(process.env.CARD_ROUNDS ?? 6)
const STEPS = 16
/** Products of which the last pieces are sold to somebody else. */
const OUTBID = 10
/** Of the ways in which a message comes. */
const [AT_ONCE, LATE] = [0.1, 0.5]
/** Pieces of each product, fewer than are ordered. */
const FIRST = 2
const PRODUCTS = 24
/** Orders of a product before those of the next. */
const OF_ONE = 6
const MINUTE_MS = 60_000
const LONGEST_STEP_MS = 120
/** The calls of Stripe in which the shop dies. */
const PLACES = ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id', 'POST /v1/checkout/sessions/:id/expire']

const placed = z.object({ number: z.string(), page: z.string(), url: z.string().nullable() })

let program: string
beforeAll(async () => {
  program = await bundleProgram('card-shop')
})
afterAll(() => {
  rmSync(program, { force: true })
})

/** A database with an administrator and some products, and where the program finds it. */
async function prepare(engine: (typeof engines)[number]) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-cards-'))
  if (engine === 'embedded') {
    mkdirSync(path.join(dataDir, 'db'))
    execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', path.join(dataDir, 'db')], { stdio: 'ignore' })
  }
  const opened = engine === 'embedded' ? { ...(await openEmbedded({ dataDir })), url: dataDir } : await openPostgresTestDatabase()
  const shop = await openTestShop({ db: opened })
  const admin = await shop.signIn('admin')
  await opened.prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', termsDays: 14 } })
  const products = Array.from({ length: PRODUCTS }, () => shop.factories.product({ stockQuantity: FIRST, price: 10, isActive: true }))
  await opened.prisma.product.createMany({ data: products })
  await shop.close()
  return {
    place: opened.url,
    adminId: admin.userId,
    products: products.map(({ id }) => id),
    remove: () => {
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describe.each(engines)('orders by card on %s', (engine) => {
  it('are sold once, and none that is paid is lost, however often the shop is killed', { timeout: 600_000 }, async () => {
    let offsetMs = 0
    const { place, adminId, products, remove } = await prepare(engine)
    const now = () => new Date(Date.now() + offsetMs)
    const stripe = await playStripe({ now })
    const shop = new CardShopProcess(program, [place, stripe.address, adminId], () => offsetMs)
    await shop.start()
    // The moments of kills are what is tested: a fixed sequence of them, so that a failure can be repeated.
    let state = engine === 'embedded' ? 31 : 17
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
    const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
    const orders = new Map<string, { number: string; token: string }>()
    const late: ReturnType<typeof stripe.message>[] = []
    let made = 0
    let outbid = 0

    /** Stripe ends its pages by the clock. */
    const endOldPages = () => {
      for (const session of stripe.sessions.values())
        if (session.status === 'open' && session.expires_at * 1000 <= now().getTime())
          Object.assign(session, { status: 'expired', url: null })
    }
    const wait = async (minutes: number) => {
      offsetMs += minutes * MINUTE_MS
      endOldPages()
      await shop.ask({ kind: 'clock', offsetMs })
    }
    const send = ({ body, headers }: ReturnType<typeof stripe.message>) =>
      shop.ask({ kind: 'message', body, signature: headers['stripe-signature'] })
    /** Somebody pays on an open page. The message comes at once, twice, late or never. */
    const pay = async (page?: string, way = random()) => {
      endOldPages()
      const open = [...stripe.sessions.values()].filter(({ status }) => status === 'open')
      const session = page === undefined ? oneOf(open) : open.find(({ url }) => url === page)
      if (!session) return
      stripe.pay(session.id)
      const message = stripe.message('checkout.session.completed', session)
      if (way < 0.2) await send(message)
      else if (way < 0.35) await Promise.all([send(message), send(message)])
      else if (way < 0.7) late.push(message)
    }
    const order = async (all?: string) => {
      made += 1
      const command = {
        ...{
          kind: 'order' as const,
          key: `key-of-a-press-${made}`,
          productId: all ?? products[Math.floor(made / OF_ONE) % (PRODUCTS - OUTBID)] ?? '',
        },
        quantity: all !== undefined || made % 4 === 0 ? 2 : 1,
        payment: all === undefined && made % 5 === 0 ? ('transfer' as const) : ('card' as const),
      }
      let answer = await shop.ask(command)
      if (answer === 'died') {
        // Nobody knows whether it was taken: the customer presses again.
        await revive()
        answer = await shop.ask(command)
      }
      if (answer === 'died' || 'refused' in answer) return undefined
      const { number, page, url } = placed.parse(answer.value)
      orders.set(number, { number, token: page.split('/').at(-1) ?? '' })
      return url ?? undefined
    }
    /** Somebody pays in time, nobody hears of it, and when the hold is over somebody else buys the last pieces. */
    const tooLate = async () => {
      const last = products[PRODUCTS - 1 - (outbid % OUTBID)]
      outbid += 1
      const first = await order(last)
      if (first === undefined) return
      await pay(first, LATE)
      await wait(31)
      await pay(await order(last), AT_ONCE)
      await shop.ask({ kind: 'settle' })
    }
    let reviving: Promise<void> | undefined
    /** Starts it again, once. */
    const revive = async () => {
      if (reviving === undefined && shop.isAlive) return
      await (reviving ??= shop.start().finally(() => (reviving = undefined)))
    }
    const steps = [
      () => order(),
      () => order(),
      () => order(),
      tooLate,
      () => pay(),
      () => pay(),
      () => pay(),
      () => shop.ask({ kind: 'settle' }),
      // The page is open a minute longer than the stock is held.
      () => wait(oneOf([5, 30.5, 30.5, 31, 31, 26 * 60]) ?? 5),
      async () => {
        const message = late.shift()
        if (message) await send(message)
      },
      async () => {
        const known = oneOf([...orders.values()])
        if (known) await shop.ask({ kind: 'payAgain', token: known.token })
      },
      async () => {
        const known = oneOf([...orders.values()])
        if (known && random() < 0.4) await shop.ask({ kind: 'cancel', number: known.number })
      },
      () => shop.ask({ kind: 'counter', productId: oneOf(products) ?? '' }),
    ] as const
    const step = async () => {
      await (oneOf(steps) ?? pay)()
    }

    /** Dies within a step: in a call of Stripe, or at any moment. */
    const dieWithin = async (round: number) => {
      const operation = round % 2 === 0 ? oneOf(PLACES) : undefined
      const phase: StripeCall['phase'] = random() < 0.5 ? 'before' : 'after'
      let killed: Promise<void> | undefined
      if (operation !== undefined)
        stripe.fault = async (call) => {
          if (killed || call.operation !== operation || call.phase !== phase) return
          killed = shop.kill()
          await killed
          return 'cut'
        }
      const [first, second] =
        operation === 'POST /v1/checkout/sessions'
          ? [order, pay]
          : operation === undefined
            ? [step, step]
            : [pay, () => shop.ask({ kind: 'settle' })]
      const work = Promise.all([first(), second()])
      if (operation === undefined) {
        await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_STEP_MS))
        killed = shop.kill()
        await killed
      }
      // Requests to the dead one are answered by its death; those that have not reached the call go on.
      await Promise.race([work, new Promise((resolve) => setTimeout(resolve, 2_000))])
      stripe.fault = undefined
      // The call may not have been reached; another request to the dead one may have started it again by now.
      await (killed ?? shop.kill())
      // Stripe does not stand still meanwhile: somebody pays, and no message comes.
      const session = random() < 0.5 ? oneOf([...stripe.sessions.values()].filter(({ status }) => status === 'open')) : undefined
      if (session) stripe.pay(session.id)
      await revive()
      await work
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      for (let nth = 0; nth < STEPS; nth += 1) await step()
      await dieWithin(round)
      expect((await shop.facts(FIRST, false)).wrong, `round ${round}`).toEqual([])
      await shop.ask({ kind: 'settle' })
      expect((await shop.facts(FIRST, true)).wrong, `round ${round}, settled`).toEqual([])
    }
    // Time goes on until nothing is open any more: what no message told of was asked after.
    for (let nth = 0; nth < 4; nth += 1) {
      await wait(70)
      await shop.ask({ kind: 'settle' })
    }
    const { wrong, payments, agreed, short, openPages } = await shop.facts(FIRST, true)
    expect(wrong).toEqual([])
    expect(openPages).toBe(0)
    const paid = [...stripe.intents.values()].map(({ id, amount_received: cents }) => ({ externalId: id, cents, refundedCents: 0 }))
    const byId = (one: { externalId: string }, other: { externalId: string }) => one.externalId.localeCompare(other.externalId)
    expect(payments.toSorted(byId)).toEqual(paid.toSorted(byId))
    // It was no empty walk.
    expect(shop.kills).toBe(ROUNDS)
    expect(paid.length).toBeGreaterThan(0)
    expect(agreed).toBeGreaterThan(0)
    expect(short).toBeGreaterThan(0)
    await shop.kill()
    await stripe.stop()
    remove()
  })
})
