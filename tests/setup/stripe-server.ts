import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { close, listen } from './loopback'

/** Plays Stripe's API on a free loopback port, as far as the shop asks it: pages to pay on, payments, refunds and disputes, in memory. */

export const STRIPE_KEY = 'sk_test_of_the_tests'
export const STRIPE_SECRET = 'whsec_of_the_tests_0123456789'

/** Instead of an answer: the connection ends, nothing comes, or something else does. */
export type StripeFault = 'cut' | 'stall' | { status: number; body: string }

/** A request, before anything is done and again after it was done. */
export interface StripeCall {
  /** As 'POST /v1/refunds'; ids are left out. */
  operation: string
  phase: 'before' | 'after'
  /** Counts the requests from 1. */
  number: number
}

type Params = Record<string, unknown>

interface Session {
  id: string
  object: 'checkout.session'
  client_reference_id: string | null
  metadata: Params
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  created: number
  expires_at: number
  success_url: string
  line: string
}
interface Intent {
  id: string
  status: string
  object: 'payment_intent'
  amount_received: number
  currency: string
  created: number
  latest_charge: string
}
interface PlayedRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  status: string
  payment_intent: string
  metadata: Params
  created: number
}
interface PlayedDispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  status: string
  payment_intent: string
  created: number
}

/** 'line_items[0][price_data][currency]=eur' → nested objects. */
function nested(form: URLSearchParams): Params {
  const made: Params = {}
  for (const [name, value] of form) {
    const parts = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    let at: Params = made
    for (const part of parts.slice(0, -1)) {
      const next = at[part]
      const child: Params = typeof next === 'object' && next !== null ? { ...next } : {}
      at[part] = child
      at = child
    }
    at[parts.at(-1) ?? ''] = value
  }
  return made
}

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, part) => (typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined), value)
const textAt = (value: unknown, ...path: string[]) => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; message: string },
  ) {
    super(error.message)
  }
}
const missing = (what: string) =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: secret text of Stripe` })
const invalid = (message: string, code?: string) => new Refusal(400, { type: 'invalid_request_error', message, ...(code && { code }) })

/** Of all that is played in this process: no two have the same ids. */
let ids = 1000

export async function playStripe({ now = () => new Date() }: { now?: () => Date } = {}) {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const newId = (kind: string) => `${kind}_${(++ids).toString(36)}test`
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, PlayedRefund>()
  const disputes = new Map<string, PlayedDispute>()
  const answers = new Map<string, { asked: string; answer: string; status: number }>()
  const asked: { operation: string; params: Params; key: string | undefined }[] = []
  const state: { fault: ((call: StripeCall) => StripeFault | undefined | Promise<StripeFault | undefined>) | undefined } = {
    fault: undefined,
  }
  /** Of refunds that are made: 'succeeded' unless a test says otherwise. */
  const ways = { refund: 'succeeded' }

  const shown = (session: Session) => ({
    ...session,
    payment_intent: session.payment_intent && {
      ...intents.get(session.payment_intent),
      latest_charge: { id: 'ch', object: 'charge', created: intents.get(session.payment_intent)?.created },
    },
  })
  const givenBack = (intent: string) =>
    [...refunds.values()].reduce(
      (sum, refund) =>
        refund.payment_intent === intent && refund.status !== 'failed' && refund.status !== 'canceled' ? sum + refund.amount : sum,
      0,
    )

  function makeSession(params: Params): Session {
    const data = at(params, 'line_items', '0', 'price_data')
    const session: Session = {
      id: newId('cs_test'),
      object: 'checkout.session',
      client_reference_id: textAt(params, 'client_reference_id') || null,
      metadata: { ...Object(params.metadata) },
      url: '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(textAt(data, 'unit_amount')),
      currency: textAt(data, 'currency'),
      created: seconds(),
      expires_at: Number(textAt(params, 'expires_at') || seconds() + 24 * 60 * 60),
      success_url: textAt(params, 'success_url'),
      line: textAt(data, 'product_data', 'name'),
    }
    // Stripe takes no page that ends sooner.
    if (session.expires_at < seconds() + 30 * 60)
      throw invalid('The `expires_at` timestamp must be at least 30 minutes away: secret text of Stripe')
    if (!Number.isInteger(session.amount_total) || session.amount_total <= 0) throw invalid('Invalid integer: secret text of Stripe')
    session.url = `https://checkout.stripe.example/c/pay/${session.id}`
    sessions.set(session.id, session)
    return session
  }

  function makeRefund(params: Params): PlayedRefund {
    const intent = intents.get(textAt(params, 'payment_intent'))
    if (!intent) throw missing('payment_intent')
    const amount = Number(textAt(params, 'amount'))
    if (amount > intent.amount_received - givenBack(intent.id))
      throw invalid('Refund amount is greater than charge: secret text of Stripe', 'charge_already_refunded')
    const refund: PlayedRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      status: ways.refund,
      payment_intent: intent.id,
      metadata: { ...Object(params.metadata) },
      created: seconds(),
    }
    refunds.set(refund.id, refund)
    return refund
  }

  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false })
  const ofIntent = <Row extends { payment_intent: string }>(rows: Map<string, Row>, params: Params) => {
    const intent = textAt(params, 'payment_intent')
    if (!intents.has(intent)) throw missing('payment_intent')
    return list([...rows.values()].filter((row) => row.payment_intent === intent))
  }

  function answer(operation: string, id: string, params: Params): unknown {
    const session = sessions.get(id)
    switch (operation) {
      case 'POST /v1/checkout/sessions':
        return shown(makeSession(params))
      case 'GET /v1/checkout/sessions/:id':
        if (!session) throw missing('checkout.session')
        return shown(session)
      case 'GET /v1/checkout/sessions': {
        const { payment_intent: intent } = params
        if (typeof intent === 'string' && !intents.has(intent)) throw missing('payment_intent')
        const from = Number(textAt(params, 'created', 'gte') || 0)
        const to = Number(textAt(params, 'created', 'lte') || Infinity)
        const found = [...sessions.values()].filter((one) =>
          typeof intent === 'string' ? one.payment_intent === intent : one.created >= from && one.created <= to,
        )
        return list(found.toReversed().map(shown))
      }
      case 'POST /v1/checkout/sessions/:id/expire':
        if (!session) throw missing('checkout.session')
        if (session.status !== 'open') throw invalid('Only open sessions can be expired: secret text of Stripe')
        session.status = 'expired'
        session.url = null
        return shown(session)
      case 'POST /v1/refunds':
        return makeRefund(params)
      case 'GET /v1/refunds':
        return ofIntent(refunds, params)
      case 'GET /v1/disputes':
        return ofIntent(disputes, params)
      default:
        throw missing('endpoint')
    }
  }

  /** Does what is asked, once for each key: the same again gets the same answer, another under its key none. */
  function once(operation: string, id: string, params: Params, key: string | undefined): { status: number; body: string } {
    const wanted = JSON.stringify([operation, id, params])
    const known = key === undefined ? undefined : answers.get(key)
    if (known && known.asked !== wanted)
      throw new Refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters',
      })
    if (known) return { status: known.status, body: known.answer }
    const body = JSON.stringify(answer(operation, id, params))
    if (key !== undefined) answers.set(key, { asked: wanted, answer: body, status: 200 })
    return { status: 200, body }
  }

  const send = (res: ServerResponse, status: number, body: string) => {
    res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' }).end(body)
  }

  /** @returns true if there is nothing more to answer */
  async function fails(call: StripeCall, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const fault = await state.fault?.(call)
    if (fault === undefined) return false
    if (fault === 'cut') req.socket.destroy()
    else if (fault !== 'stall') send(res, fault.status, fault.body)
    return true
  }

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://stripe.example')
    const [, id = ''] = /\/v1\/(?:checkout\/sessions|refunds)\/([^/]+)/.exec(url.pathname) ?? []
    const operation = `${req.method} ${id === '' ? url.pathname : url.pathname.replace(id, ':id')}`
    const params = nested(req.method === 'POST' ? new URLSearchParams(await text(req)) : url.searchParams)
    const key = [req.headers['idempotency-key']].flat()[0]
    asked.push({ operation, params, key })
    const number = asked.length
    if (await fails({ operation, phase: 'before', number }, req, res)) return
    if (req.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      send(res, 401, JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key: secret text of Stripe' } }))
      return
    }
    try {
      const { status, body } = once(operation, id, params, key)
      if (await fails({ operation, phase: 'after', number }, req, res)) return
      send(res, status, body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(res, error.status, JSON.stringify({ error: error.error }))
    }
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.headersSent) send(res, 500, JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    })
  })
  const port = await listen(server)

  const sessionOf = (page: string): Session => {
    const found = sessions.get(page.split('/').at(-1) ?? '')
    if (!found) throw new Error(`There is no page ${page}`)
    return found
  }

  return Object.assign(state, {
    address: `http://127.0.0.1:${port}`,
    sessions,
    intents,
    refunds,
    disputes,
    asked,
    ways,
    sessionOf,
    /** Somebody pays on a page. @returns the payment's id */
    pay(page: string, more: { cents?: number; currency?: string } = {}): string {
      const session = sessionOf(page)
      if (session.status !== 'open') throw new Error('Nobody can pay on a page that is over')
      const intent: Intent = {
        id: newId('pi'),
        status: 'succeeded',
        object: 'payment_intent',
        amount_received: more.cents ?? session.amount_total,
        currency: more.currency ?? session.currency,
        created: seconds(),
        latest_charge: newId('ch'),
      }
      intents.set(intent.id, intent)
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        url: null,
        payment_intent: intent.id,
        amount_total: intent.amount_received,
        currency: intent.currency,
      })
      return intent.id
    },
    /** Somebody pays in a way that takes days. @returns what says that it came, or did not */
    payLater(page: string) {
      const session = sessionOf(page)
      const intent: Intent = {
        id: newId('pi'),
        status: 'processing',
        object: 'payment_intent',
        amount_received: 0,
        currency: session.currency,
        created: seconds(),
        latest_charge: newId('ch'),
      }
      intents.set(intent.id, intent)
      Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id })
      return (comes: boolean) => {
        Object.assign(
          intent,
          comes ? { status: 'succeeded', amount_received: session.amount_total } : { status: 'requires_payment_method' },
        )
        if (comes) session.payment_status = 'paid'
      }
    },
    /** Something is paid back at Stripe itself. */
    refundThere: (intent: string, cents: number) => makeRefund({ payment_intent: intent, amount: String(cents) }),
    dispute(intent: string, cents: number, status = 'needs_response'): PlayedDispute {
      const dispute = {
        id: newId('dp'),
        object: 'dispute' as const,
        amount: cents,
        currency: 'eur',
        status,
        payment_intent: intent,
        created: seconds(),
      }
      disputes.set(dispute.id, dispute)
      return dispute
    },
    /** A message about an object, signed as Stripe does. */
    message(type: string, object: object, more: { livemode?: boolean; account?: string; secret?: string; at?: Date; id?: string } = {}) {
      const body = JSON.stringify({
        id: more.id ?? newId('evt'),
        object: 'event',
        type,
        created: seconds(),
        livemode: more.livemode ?? false,
        ...(more.account && { account: more.account }),
        data: { object },
      })
      const time = Math.floor((more.at ?? now()).getTime() / 1000)
      const signature = createHmac('sha256', more.secret ?? STRIPE_SECRET)
        .update(`${time}.${body}`)
        .digest('hex')
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } }
    },
    /** Cents that came, less those that were paid back. */
    balance: () => [...intents.values()].reduce((sum, { id, amount_received: received }) => sum + received - givenBack(id), 0),
    stop: () => close(server),
  })
}

export type PlayedStripe = Awaited<ReturnType<typeof playStripe>>
