import { monitorEventLoopDelay } from 'node:perf_hooks'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestBody } from '~/server/api/body-limit'
import { startSession } from '~/server/auth/sessions'
import { openFuzzShop, type FuzzShop } from '../fuzz/support/fuzz-shop'
import { serveSite } from '../fuzz/support/site'
import { adversarialBodies } from './adversarial-bodies'
import { routerProcedures } from './input-schemas'

/**
 * One request must not hold the process: for each procedure, the bodies that cost most at the size it takes, and
 * how long any other call would have waited meanwhile, by the event loop's own histogram. The requests come from
 * another thread; an administrator sends them, who gets past every guard to where inputs are decoded and checked.
 */

const LONGEST_WAIT_MS = 100
/** A pause of the machine passes; what blocks does so each time. */
const TRIES = 3
const RESOLUTION_MS = 5
const LARGEST_ADDRESS = 8_000

interface Sent {
  what: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

interface Measured {
  what: string
  ms: number
}

let shop: FuzzShop
let site: Awaited<ReturnType<typeof serveSite>>
let attacker: Worker
const worsts: Measured[] = []
let sentInAll = 0

beforeAll(async () => {
  shop = await openFuzzShop()
  site = await serveSite(shop)
  attacker = new Worker(new URL('./attacker.mjs', import.meta.url))
  // What is loaded or made at the first need is no part of any request's cost.
  await send({ what: '', method: 'GET', path: '/.well-known/jwks.json' })
  await send({
    what: '',
    method: 'POST',
    path: '/api/auth/callback/credentials',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
})
afterAll(async () => {
  const worst = worsts.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  const lines = worst.map(({ what, ms }) => `${ms.toFixed(0).padStart(6)} ms  ${what}`)
  process.stdout.write(`The longest waits behind one of ${sentInAll} requests, by what they asked for:\n${lines.join('\n')}\n`)
  await attacker.terminate()
  await site.close()
  await shop.close()
})

const send = async (sent: Sent): Promise<number> => {
  const answered = once(attacker, 'message')
  attacker.postMessage({ port: site.port, headers: {}, ...sent })
  const [status] = (await answered) as [number]
  return status
}

/**
 * The longest that the event loop stood still while requests were answered, one after the other (ms). On a machine that is
 * busy with other programs the histogram has their time too: nothing has held the loop for longer than the processor worked.
 */
async function waitBehind(requests: readonly Sent[]): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const before = process.cpuUsage()
  // Let the timer of the histogram begin.
  await new Promise((resolve) => setTimeout(resolve, RESOLUTION_MS))
  for (const sent of requests) await send(sent)
  await new Promise((resolve) => setTimeout(resolve, RESOLUTION_MS))
  delays.disable()
  const { user, system } = process.cpuUsage(before)
  return Math.min(delays.max / 1e6, (user + system) / 1e3)
}

/** What of some requests held the process for too long. They are sent together first: as a rule it is none. */
async function tooLong(group: string, requests: readonly Sent[]): Promise<Measured[]> {
  sentInAll += requests.length
  const together = await waitBehind(requests)
  let worst: Measured = { what: group, ms: together }
  const found: Measured[] = []
  if (together > LONGEST_WAIT_MS) {
    worst = { what: group, ms: 0 }
    for (const sent of requests) {
      let ms = Infinity
      for (let tries = 0; tries < TRIES && ms > LONGEST_WAIT_MS; tries += 1) ms = Math.min(ms, await waitBehind([sent]))
      const measured = { what: `${group}: ${sent.what}`, ms }
      if (ms > worst.ms) worst = measured
      if (ms > LONGEST_WAIT_MS) found.push(measured)
    }
  }
  worsts.push(worst)
  return found
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Who is signed in anew for each request, because a call may end the session. */
async function newCookie() {
  const { userId } = await shop.db.prisma.session.findUniqueOrThrow({ where: { id: shop.sessions.administrator ?? '' } })
  return () => startSession(shop.services, userId).then(site.cookieOf)
}

/** One of each kind of input is asked in the gate: a list of rows, a question with a text, an anonymous visitor's form; all in `npm run test:full`. */
const asked = new Set(['auth.signIn', 'orders.updateStatuses', 'products.search'])
const kinds = [
  { tags: [], procedures: routerProcedures.filter(({ path }) => asked.has(path)) },
  { tags: ['full'], procedures: routerProcedures.filter(({ path }) => !asked.has(path)) },
]

describe.each(kinds.flatMap(({ tags, procedures }) => procedures.map((procedure) => ({ ...procedure, tags }))))(
  '$path',
  ({ path, type, input, tags }) => {
    it('lets nobody wait', { tags, timeout: 180_000 }, async () => {
      const sign = await newCookie()
      const address = `/api/trpc/${path}`
      const endsSessions = /^(auth|account)\./.test(path)
      const always = await sign()
      const requests: Sent[] = []
      for (const { shape, text } of adversarialBodies(input, type === 'mutation' ? largestBody(path) : LARGEST_ADDRESS / 3)) {
        const cookie = endsSessions ? await sign() : always
        if (type === 'mutation')
          requests.push({ what: shape, method: 'POST', path: address, headers: { ...JSON_TYPE, cookie }, body: text })
        else {
          const asked = `${address}?input=${encodeURIComponent(text)}`
          if (asked.length <= LARGEST_ADDRESS) requests.push({ what: shape, method: 'GET', path: asked, headers: { cookie } })
        }
      }
      expect(await tooLong(path, requests)).toEqual([])
      await shop.restore()
    })
  },
)

const SIXTY_KB = 64_000
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

describe('other addresses', { tags: ['full'] }, () => {
  it('let nobody wait for a body', async () => {
    const texts = adversarialBodies(undefined, SIXTY_KB)
    const forms = [
      'email=a&'.repeat(SIXTY_KB / 8),
      Array.from({ length: SIXTY_KB / 8 }, (_, index) => `k${index}=`)
        .join('&')
        .slice(0, SIXTY_KB),
      `email=${'%20'.repeat(SIXTY_KB / 3 - 10)}`,
      `csrfToken=${'a|'.repeat(SIXTY_KB / 2 - 10)}`,
      `callbackUrl=http://${'a.'.repeat(SIXTY_KB / 2 - 10)}`,
    ]
    const found: Measured[] = []
    for (const path of [
      ...site.paths.filter((each) => each.startsWith('/api/')),
      '/api/auth/callback/credentials',
      '/api/auth/signout',
      '/no/page',
    ]) {
      const address = path.replace(/\[.*?\]/g, 'x')
      const post = (what: string, headers: Record<string, string>, body: string): Sent => ({
        what,
        method: 'POST',
        path: address,
        headers,
        body,
      })
      found.push(
        ...(await tooLong(address, [
          ...texts.map(({ shape, text }) => post(shape, JSON_TYPE, text)),
          ...forms.map((form) => post(form.slice(0, 30), FORM_TYPE, form)),
        ])),
      )
    }
    expect(found).toEqual([])
  })

  it('let nobody wait for headers', async () => {
    const names = [
      'authorization',
      'cookie',
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'x-forwarded-for',
      'content-type',
      'last-event-id',
      'user-agent',
      'x-request-id',
      'origin',
      'range',
    ]
    const begins: Partial<Record<string, string>> = { authorization: 'Bearer ', cookie: 'next-auth.session-token=' }
    const parts = [' ', ',', 'a,', '"', ';', 'a=', '=a; ', '::', '1.1.1.1,', '/', '*;q=', '.']
    const requests = ['/api/trpc/settings.public', '/api/trpc/orders.list', '/api/auth/session', '/'].flatMap((path) =>
      names.flatMap((name) =>
        parts.map((part): Sent => {
          const value = `${begins[name] ?? ''}${part.repeat(12_000 / part.length)}\u00ff`
          return { what: `${part} in ${name} of ${path}`, method: 'GET', path, headers: { [name]: value } }
        }),
      ),
    )
    expect(await tooLong('headers', requests)).toEqual([])
  })
})
