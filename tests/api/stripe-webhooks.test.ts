import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as webhook from '~/pages/api/stripe/webhook'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { describeOnEngines, openOn } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { serveRoutes } from '../setup/routes'
import { TEST_NOW } from '../setup/shop'

type SignedIn = Awaited<ReturnType<PaymentsShop['signIn']>>

describeOnEngines('messages of Stripe on %s', (engine) => {
  let shop: PaymentsShop
  let served: Awaited<ReturnType<typeof serveRoutes>>
  let admin: SignedIn
  let customer: SignedIn
  beforeAll(async () => {
    shop = await openPaymentsShop({ db: await openOn(engine) }, 10_000)
    served = await serveRoutes(shop, [{ path: /^\/api\/stripe\/webhook$/, module: webhook }])
    admin = await shop.signIn('admin')
    customer = await shop.signIn('customer')
  })
  afterAll(async () => {
    await served.close()
    await shop.close()
  })
  // A payment that a test has left unheard of is told now.
  beforeEach(async () => {
    shop.stripe.fault = undefined
    for (const session of shop.stripe.sessions.values())
      if (session.payment_status === 'paid') expect(await send('checkout.session.completed', session)).toBe(200)
  })

  interface Message {
    body: string
    headers: Record<string, string>
  }
  const post = async ({ body, headers }: Message) => {
    const answer = await fetch(`${served.url}/api/stripe/webhook`, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const send = async (type: string, object: object, more?: Parameters<typeof shop.stripe.message>[2]) =>
    (await post(shop.stripe.message(type, object, more))).status
  const begin = async (total = 100) => {
    const repair = await shop.agreed(customer.userId, total)
    const { url } = await customer.caller.payments.start({ repairId: repair.id })
    return { repair, url, session: shop.stripe.sessionOf(url) }
  }
  const paymentsOf = async (repair: { repairNumber: string }) => (await admin.caller.payments.list({ search: repair.repairNumber })).rows
  const agree = async () => expect(await shop.sums()).toMatchObject({ stripe: shop.stripe.balance(), wrong: 0 })

  describe('are refused', () => {
    it.each([
      ['without a signature', (good: Message) => ({ ...good, headers: {} })],
      ['with one that is none', (good: Message) => ({ ...good, headers: { 'stripe-signature': 'signed' } })],
      ['with an altered byte', (good: Message) => ({ ...good, body: good.body.replace('"livemode":false', '"livemode":true ') })],
    ])('%s', async (_name, alter) => {
      const { repair, session, url } = await begin()
      shop.stripe.pay(url)
      const { status, text } = await post(alter(shop.stripe.message('checkout.session.completed', session)))
      expect([status, text]).toEqual([401, '{"error":"unsigned"}'])
      expect(await paymentsOf(repair)).toEqual([])
    })

    it('signed by somebody else, or long ago', async () => {
      const { session } = await begin()
      expect(await send('checkout.session.completed', session, { secret: 'whsec_another_secret_of_somebody' })).toBe(401)
      expect(await send('checkout.session.completed', session, { at: new Date(TEST_NOW.getTime() - 301_000) })).toBe(401)
      const { body, headers } = shop.stripe.message('checkout.session.completed', session)
      expect((await post({ body: body + ' '.repeat(2 * 1024 * 1024), headers })).status).toBe(413)
    })

    it('by GET, and where there are no card payments', async () => {
      expect((await fetch(`${served.url}/api/stripe/webhook`)).status).toBe(405)
    })
  })

  it.each([
    ['of another account', { account: 'acct_other' }],
    ['of real payments, to a shop that has the keys for tests', { livemode: true }],
  ])('%s are taken and change nothing', async (_name, more) => {
    const { repair, session, url } = await begin()
    shop.stripe.pay(url)
    expect(await send('checkout.session.completed', session, more)).toBe(200)
    expect(await paymentsOf(repair)).toEqual([])
  })

  it('of pages, payments and kinds that the shop does not know change nothing', async () => {
    const before = await shop.db.prisma.stripeEvent.count()
    expect(await send('checkout.session.completed', { id: 'cs_test_of_nobody', object: 'checkout.session' })).toBe(200)
    expect(await send('payment_intent.succeeded', { id: 'pi_of_nobody', object: 'payment_intent' })).toBe(200)
    expect(await send('refund.updated', { id: 're_1', object: 'refund', payment_intent: 'pi_of_nobody' })).toBe(200)
    expect(await send('customer.created', { id: 'cus_1', object: 'customer' })).toBe(200)
    expect(await shop.db.prisma.stripeEvent.count()).toBe(before)
  })

  it('bring a payment once: twice, in any order, and all at the same time', async () => {
    const { repair, session, url } = await begin()
    const intent = shop.stripe.pay(url)
    const completed = shop.stripe.message('checkout.session.completed', session)
    const succeeded = shop.stripe.message('payment_intent.succeeded', { id: intent, object: 'payment_intent' })
    const charged = shop.stripe.message('charge.succeeded', { id: 'ch_1', object: 'charge', payment_intent: intent })
    const expired = shop.stripe.message('checkout.session.expired', session)
    const all = [expired, charged, completed, succeeded, completed, charged]
    const statuses = await Promise.all(all.map(post))
    expect(statuses.every(({ status }) => status === 200)).toBe(true)
    expect((await post(expired)).status).toBe(200)
    expect(await paymentsOf(repair)).toMatchObject([{ amount: 100, onAccount: 100, receivedOn: '2026-11-20', reference: intent }])
    await agree()
  })

  it('may come before the answer to whoever has asked for the page', async () => {
    const repair = await shop.agreed(customer.userId, 60)
    shop.stripe.fault = async ({ operation, phase }) => {
      if (operation !== 'POST /v1/checkout/sessions' || phase !== 'after') return
      const session = [...shop.stripe.sessions.values()].at(-1)
      shop.stripe.pay(session?.id ?? '')
      expect(await send('checkout.session.completed', session ?? {})).toBe(200)
    }
    await customer.caller.payments.start({ repairId: repair.id })
    shop.stripe.fault = undefined
    expect(await shop.db.prisma.checkoutSession.findMany({ where: { nounId: repair.id } })).toMatchObject([{ state: 'paid' }])
    expect(await paymentsOf(repair)).toMatchObject([{ amount: 60 }])
    await agree()
  })

  it('come again where Stripe cannot be read', async () => {
    const { repair, session, url } = await begin()
    shop.stripe.pay(url)
    const message = shop.stripe.message('checkout.session.completed', session)
    for (const fault of ['cut', { status: 500, body: '{}' }, { status: 200, body: 'nonsense' }, { status: 200, body: '{}' }] as const) {
      shop.stripe.fault = () => fault
      const { status, text } = await post(message)
      expect([status, text]).toEqual([503, '{"error":"unreadable"}'])
    }
    shop.stripe.fault = undefined
    expect(await paymentsOf(repair)).toEqual([])
    expect((await post(message)).status).toBe(200)
    expect(await paymentsOf(repair)).toHaveLength(1)
    await agree()
  })

  it('say another amount than the page: what came is written down, and noted', async () => {
    const { repair, session, url } = await begin(100)
    shop.stripe.pay(url, { cents: 8_000 })
    expect(await send('checkout.session.completed', session)).toBe(200)
    expect(await paymentsOf(repair)).toMatchObject([{ amount: 80, note: 'The page had asked for €100.00.' }])
    await agree()
  })

  it('tell of ways to pay that take days: nobody is sent there again, until it came, or did not', async () => {
    for (const comes of [true, false]) {
      const { repair, session, url } = await begin(40)
      const end = shop.stripe.payLater(url)
      expect(await send('checkout.session.completed', session)).toBe(200)
      expect(await paymentsOf(repair)).toEqual([])
      const again = () => customer.caller.payments.start({ repairId: repair.id })
      await expect(again()).rejects.toMatchObject({ code: 'CONFLICT', message: /under way already/ })
      end(comes)
      expect(await send(`checkout.session.async_payment_${comes ? 'succeeded' : 'failed'}`, session)).toBe(200)
      expect(await paymentsOf(repair)).toHaveLength(comes ? 1 : 0)
      if (!comes) expect((await again()).url).not.toBe(url)
      await agree()
    }
  })

  it('say another currency: nothing is written down', async () => {
    const { repair, session, url } = await begin(100)
    const intent = shop.stripe.pay(url, { currency: 'usd' })
    expect(await send('checkout.session.completed', session)).toBe(200)
    expect(await paymentsOf(repair)).toEqual([])
    shop.stripe.intents.delete(intent)
    shop.stripe.sessions.delete(session.id)
  })

  it('say that a page was paid whose estimate was replaced meanwhile: the money stands on account', async () => {
    const { repair, session, url } = await begin(100)
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: repair.id }, data: { state: 'declined' } })
    shop.stripe.pay(url)
    expect(await send('checkout.session.completed', session)).toBe(200)
    const [payment] = await paymentsOf(repair)
    expect(payment).toMatchObject({ amount: 100, onAccount: 100, allocated: 0 })
    expect(await customer.caller.payments.ways({ repairId: repair.id })).toMatchObject({ amount: 0 })
    expect(await admin.caller.payments.refund({ paymentId: payment?.id ?? '', amount: 100, reason: 'Estimate declined' })).toMatchObject({
      state: 'done',
    })
    await agree()
  })

  it('tell of refunds that were made at Stripe, and of those that failed, before the payment is known too', async () => {
    const { repair, session, url } = await begin(100)
    const intent = shop.stripe.pay(url)
    const there = shop.stripe.refundThere(intent, 3_000)
    // The first message of this payment at all.
    const refunded = { id: 'ch_1', object: 'charge', payment_intent: intent }
    await Promise.all([send('charge.refunded', refunded), send('refund.created', there), send('checkout.session.completed', session)])
    const [payment] = await paymentsOf(repair)
    expect(payment).toMatchObject({ refunded: 30, onAccount: 70, refunds: [{ amount: 30, state: 'done', requestedBy: null }] })
    there.status = 'failed'
    expect(await send('refund.failed', there)).toBe(200)
    expect(await send('charge.refund.updated', there)).toBe(200)
    expect(await paymentsOf(repair)).toMatchObject([{ refunded: 0, onAccount: 100, refunds: [{ state: 'failed' }] }])
    await agree()
  })

  it('tell of disputes: noted, and lost ones are refunds that nobody asked for', async () => {
    const { repair, session, url } = await begin(100)
    const intent = shop.stripe.pay(url)
    await admin.caller.invoices.issue({ repairId: repair.id })
    await send('checkout.session.completed', session)
    const dispute = shop.stripe.dispute(intent, 10_000)
    const early = shop.stripe.message('charge.dispute.created', dispute)
    dispute.status = 'lost'
    expect(await send('charge.dispute.closed', dispute)).toBe(200)
    dispute.status = 'under_review'
    // Read early and come late: what is over stays as it is.
    expect((await post(early)).status).toBe(200)
    dispute.status = 'lost'
    await Promise.all([send('charge.dispute.updated', dispute), send('charge.dispute.funds_withdrawn', dispute)])
    expect(await paymentsOf(repair)).toMatchObject([
      {
        ...{ allocated: 0, refunded: 100, dispute: { state: 'lost', amount: 100 } },
        refunds: [{ amount: 100, state: 'done', requestedBy: null, reason: 'A dispute that was lost' }],
      },
    ])
    const { rows } = await admin.caller.invoices.own()
    expect(rows).toEqual([])
    expect((await customer.caller.invoices.own()).rows[0]).toMatchObject({ owed: 100, paid: 0 })
    shop.stripe.disputes.clear()
    const won = await begin(50)
    const second = shop.stripe.pay(won.url)
    await send('charge.dispute.closed', shop.stripe.dispute(second, 5_000, 'won'))
    expect(await paymentsOf(won.repair)).toMatchObject([{ onAccount: 50, refunded: 0, dispute: { state: 'won', amount: 50 }, refunds: [] }])
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('are forgotten after a month', async () => {
    expect(await shop.db.prisma.stripeEvent.count()).toBeGreaterThan(0)
    await removeExpired({ ...shop.services, now: () => new Date(TEST_NOW.getTime() + 31 * 24 * 60 * 60 * 1000) })
    expect(await shop.db.prisma.stripeEvent.count()).toBe(0)
  })
})
