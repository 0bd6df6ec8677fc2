import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as z from 'zod'
import { query, dataOf, mutate, type Answer } from '../client'
import { numbers } from '../scenario'
import { admin } from '../../../tests/setup/shop-process'
import type { ConfirmedWrites } from './confirmed-writes'
import type { RetryingClient } from './retrying-client'

const made = z.object({ id: z.string() })
const order = z.object({ id: z.string(), status: z.string(), version: z.number() })
const orderPage = z.object({ rows: z.array(order) })
const session = z.object({ session: z.object({ accessToken: z.string() }) })

/** Whom and what the visits are about. */
export interface TrafficTargets {
  url: string
  /** Of an administrator. */
  token: string
  /** Of the same, in a browser. */
  cookies: string
  /** Ids of customers with credit; their addresses sign in. */
  customers: readonly { id: string; email: string }[]
  /** Repairs that get pictures, of which each takes a few. */
  repairs: readonly string[]
}

/** The shop's answer to what is no call. */
async function plain(response: Response, right: (text: string) => boolean): Promise<Answer> {
  const text = await response.text()
  const { status } = response
  if (response.ok && right(text)) return { ok: true, status, data: text }
  return { ok: false, status, code: 'NO_CALL', message: text.slice(0, 120), retryAfter: response.headers.get('retry-after') }
}

const isConflict = (answer: Answer) => !answer.ok && answer.code === 'CONFLICT'
const TIMEOUT_MS = 60_000

/** Reads the orders whose statuses change. */
export async function readOrders({ url, token }: TrafficTargets): Promise<z.output<typeof order>[]> {
  return dataOf(await query(url, 'orders.list', { limit: 50 }, { token }), orderPage).rows
}

/**
 * Requests in their shares: half are pages; a third writes settings, statuses, products, credit and pictures; the rest reads, signs
 * in and signs up. What is confirmed goes into the book.
 */
export function clusterTraffic(cast: TrafficTargets, book: ConfirmedWrites, insisting: RetryingClient): (index: number) => Promise<void> {
  const { url, token, customers, repairs } = cast
  const random = numbers(11)
  const busy = new Set<string>()
  const pages = ['/', '/products', '/trade-in', '/repair', '/about', '/contact']
  const call = { token, timeoutMs: TIMEOUT_MS }
  const of = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]

  /** One that nobody else writes to at the moment. */
  const alone = async (name: string | undefined, work: (name: string) => Promise<void>) => {
    if (name === undefined || busy.has(name)) return browse()
    busy.add(name)
    await work(name)
    busy.delete(name)
  }
  const browse = async () => {
    const path = of(pages) ?? '/'
    await insisting.until('page', async () => {
      const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      return plain(response, (text) => text.includes('</html>'))
    })
  }
  /** Creates one thing once, however often the request is sent. */
  const create = async (
    kind: string,
    into: Map<string, string>,
    send: (key: string) => Promise<Answer>,
    read: (data: unknown) => string,
  ) => {
    const key = randomUUID()
    const { answer } = await insisting.until(kind, () => send(key))
    if (!answer?.ok) return
    into.set(key, read(answer.data))
    book.confirm()
  }
  const idIn = (data: unknown) => made.parse(data).id

  const product = (key: string) =>
    mutate(url, 'products.create', { name: `Made ${key}`, category: 'Load', stockQuantity: 1, idempotencyKey: key }, call)
  const credit = (userId: string) => (key: string) =>
    mutate(url, 'credit.adjust', { userId, amount: 1, reason: `Given ${key}`, idempotencyKey: key }, call)
  const upload = (repair: string, picture: Buffer) => async (key: string) => {
    const query = new URLSearchParams({ noun: 'repairs', id: repair, name: 'load.png', idempotencyKey: key })
    const response = await fetch(`${url}/api/case-files?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie: cast.cookies },
      body: new Uint8Array(picture),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return plain(response, (text) => text.startsWith('{'))
  }
  const status = async (id: string) => {
    const known = book.orders.get(id)
    if (!known) return
    const next = known.status === 'processing' ? 'completed' : 'processing'
    const send = () => mutate(url, 'orders.updateStatus', { id, status: next, version: known.version }, call)
    const { answer } = await insisting.until('status', send, isConflict)
    if (!answer) return
    // After doubt the row is as it was or as it was to be; a conflict says that it is the latter.
    book.orders.set(id, { status: next, version: answer.ok ? order.parse(answer.data).version : known.version + 1 })
    if (answer.ok) book.confirm()
  }
  const settings = async (index: number) => {
    const tagline = `Tagline ${index}`
    const values = { site_title: 'Load', company_name: 'Load', company_tagline: tagline, company_description: 'Load' }
    book.perhapsTagline.push(tagline)
    const { answer } = await insisting.until('settings', () => mutate(url, 'settings.save', { tab: 'general', values }, call))
    if (!answer?.ok) return
    book.tagline = tagline
    book.perhapsTagline = []
    book.confirm()
  }
  const signIn = async (from: string) => {
    const email = of(customers)?.email
    const { answer } = await insisting.until('sign in', () =>
      mutate(url, 'auth.signIn', { email, password: admin.password }, { from, timeoutMs: TIMEOUT_MS }),
    )
    if (answer?.ok) book.sessions.push(dataOf(answer, session).session.accessToken)
  }
  const signUp = async (index: number, from: string) => {
    const email = `new-${index}-${randomUUID().slice(0, 8)}@example.com`
    const person = { email, password: admin.password, fullName: 'Somebody' }
    const { answer } = await insisting.until('sign up', () => mutate(url, 'auth.signUp', person, { from, timeoutMs: TIMEOUT_MS }))
    if (answer?.ok) book.signUps.add(email)
  }
  const ownSession = async () => {
    const known = of(book.sessions)
    await insisting.until('session', () => query(url, 'auth.session', undefined, { token: known, timeoutMs: TIMEOUT_MS }))
  }

  const files = Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const background = { r: index * 20, g: 128, b: 255 - index * 20 }
      return sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer()
    }),
  )
  return async (index) => {
    const share = random() * 100
    const from = `198.18.${Math.floor(index / 250) % 250}.${1 + (index % 250)}`
    if (share < 50) return browse()
    if (share < 56)
      return void (await insisting.until('shop', () => query(url, 'products.shop', undefined, { from, timeoutMs: TIMEOUT_MS })))
    if (share < 64) return ownSession()
    if (share < 67) return signIn(from)
    if (share < 68) return signUp(index, from)
    if (share < 77) return alone('settings', () => settings(index))
    if (share < 86) return alone(of([...book.orders.keys()]), status)
    if (share < 93) return create('product', book.products, product, idIn)
    const customer = of(customers)
    if (share < 98 && customer) return create('credit', book.credit, credit(customer.id), (data) => JSON.stringify(data))
    const [repair, picture] = [of(repairs), of(await files)]
    if (repair && picture) await create('upload', book.files, upload(repair, picture), (data) => String(data))
  }
}
