import { parse } from 'lossless-json'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '~/server/services'
import { keepOrder, NEWEST_MS } from './keep-order'
import { platformOrder } from './platform-order'

export interface Delivery {
  body: Buffer
  topic: string | undefined
  signature: string | undefined
  /** X-Shopify-Triggered-At. */
  triggeredAt: string | undefined
  /** X-Shopify-Webhook-Id: equal for each attempt of a delivery. */
  deliveryId: string | undefined
  /** X-Shopify-Test: sent to try the address. */
  isTest?: boolean
}

/** The platform repeats everything but 2xx for four hours. */
export interface Receipt {
  status: 200 | 400 | 401 | 409 | 503
  outcome: 'done' | 'test' | 'repeated' | 'ignored' | 'unsigned' | 'undated' | 'too old' | 'another topic' | 'unreadable' | 'not configured'
}

/** The platform tries for four hours; a much older message is a replay. */
const OLDEST_MS = 24 * 60 * 60 * 1000
/** The platform's have 40 characters. */
export const LONGEST_NAME = 200
/** Such as 'orders/updated'; two headers come as one with a comma. */
const TOPIC = /^[\w./-]+$/
/** Longer than a delivery could come again. */
export const DELIVERY_KEPT_MS = 2 * OLDEST_MS

type Deps = Pick<Services, 'db' | 'now' | 'log' | 'platform'>

function isTimely(triggeredAt: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(triggeredAt)
  return age <= OLDEST_MS && age >= -NEWEST_MS
}

/** Longer integers would be rounded as numbers, so they stay text. */
const UNSAFE_DIGITS = /^-?\d{16,}$/

function parseExactly(body: Buffer): unknown {
  try {
    return parse(body.toString('utf8'), undefined, (digits) => (UNSAFE_DIGITS.test(digits) ? digits : Number(digits)))
  } catch {
    return undefined
  }
}

async function dealWith(deps: Deps, topic: string, body: unknown, triggeredAt: Date): Promise<Receipt['outcome']> {
  if (/^(products|collections)\//.test(topic)) {
    await deps.platform?.refresher.want()
    return 'done'
  }
  if (topic !== 'orders/create' && topic !== 'orders/updated') return 'ignored'
  const order = platformOrder.safeParse(body)
  if (!order.success) return 'unreadable'
  return (await keepOrder(deps, order.data, triggeredAt)) === 'unchanged' ? 'repeated' : 'done'
}

const nounOf = (topic: string) => topic.split('/', 1)[0]

/**
 * The signature covers the body alone, so an intercepted message could be repeated under another topic and id. Two topics may share a body
 * (an order created and changed at once): each has its own delivery, and nothing more is to be done.
 */
async function known({ db }: Pick<Deps, 'db'>, digest: string, topic: string, deliveryId: string | null) {
  const earlier = await db.prisma.webhookDelivery.findMany({ where: { OR: [{ digest }, ...(deliveryId ? [{ deliveryId }] : [])] } })
  const isAnother = earlier.some(
    (each) => each.topic !== topic && (deliveryId === null || each.deliveryId === deliveryId || nounOf(each.topic) !== nounOf(topic)),
  )
  if (isAnother) return 'another topic'
  return earlier.some((each) => each.digest === digest) ? 'repeated' : 'new'
}

/** Safe to repeat: handled messages are known by content, and orders by the platform's time of change. */
export async function receiveDelivery(deps: Deps, secret: string | undefined, delivery: Delivery): Promise<Receipt> {
  if (!secret) return { status: 503, outcome: 'not configured' }
  const { body, topic, signature, triggeredAt } = delivery
  const deliveryId = delivery.deliveryId ?? null
  if (!isSigned(body, signature, secret)) return { status: 401, outcome: 'unsigned' }
  if (triggeredAt === undefined) return { status: 401, outcome: 'undated' }
  if (!isTimely(triggeredAt, deps.now())) return { status: 401, outcome: 'too old' }
  if (topic === undefined || topic.length > LONGEST_NAME || !TOPIC.test(topic) || (deliveryId?.length ?? 0) > LONGEST_NAME)
    return { status: 400, outcome: 'unreadable' }
  const content = parseExactly(body)
  if (content === undefined) return { status: 400, outcome: 'unreadable' }
  const digest = createHash('sha256').update(body).digest('hex')
  const before = await known(deps, digest, topic, deliveryId)
  if (before === 'another topic') return { status: 409, outcome: before }
  if (before === 'repeated') return { status: 200, outcome: before }
  // The platform's example order: nobody bought anything.
  if (delivery.isTest) return { status: 200, outcome: 'test' }
  const outcome = await dealWith(deps, topic, content, new Date(triggeredAt))
  if (outcome === 'unreadable') return { status: 400, outcome }
  // Not recorded: the same body may still arrive under a topic that is used.
  if (outcome === 'ignored') return { status: 200, outcome }
  // Recorded after the work: if the process dies in between, the message comes again, and the work is safe to repeat.
  await deps.db.prisma.webhookDelivery.createMany({ data: [{ digest, topic, deliveryId, receivedAt: deps.now() }], skipDuplicates: true })
  return { status: 200, outcome }
}

/**
 * Base64 HMAC-SHA256 of the raw bytes in `X-Shopify-Hmac-Sha256`.
 * @see https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!signature) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
