import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '~/env'
import { actors } from '../fuzz/support/fuzz-shop'
import { addresses, cardPayments, fillShop, readingCalls, uploads, WEBHOOK_SECRET, type Given } from './addresses'
import { adversarialBodies } from './adversarial-bodies'
import { routerProcedures } from './input-schemas'
import { openAttack, type Attack, type Sent } from './longest-wait'

/**
 * No upload, document, export or stream holds the process (longest-wait.ts), for any caller: a visitor, a customer who owns
 * what it is about, and an administrator.
 */

const LARGEST_ADDRESS = 8_000
const rows = { ...addresses, ...uploads }

let attack: Attack
let given: Given
let secretBefore: string | undefined
beforeAll(async () => {
  attack = await openAttack({ cardPayments })
  given = await fillShop(attack)
  secretBefore = env().SHOPIFY_WEBHOOK_SECRET
  env().SHOPIFY_WEBHOOK_SECRET = WEBHOOK_SECRET
}, 300_000)
afterAll(async () => {
  env().SHOPIFY_WEBHOOK_SECRET = secretBefore
  await attack.close()
})
beforeEach(() => attack.shop.db.prisma.rateLimit.deleteMany())

/** The same requests of each of the three. */
async function ofEverybody(requests: readonly Sent[]): Promise<Sent[]> {
  const { shop, site } = attack
  const sent: Sent[] = []
  for (const actor of actors) {
    const sessionId = shop.sessions[actor]
    const cookie = sessionId === null ? null : await site.cookieOf(sessionId)
    for (const each of requests)
      sent.push({ ...each, what: `${each.what}, by a ${actor}`, headers: { ...each.headers, ...(cookie !== null && { cookie }) } })
  }
  return sent
}

it('every address has a row', { tags: ['full'] }, () => {
  expect(Object.keys(rows).sort()).toEqual(attack.site.paths.toSorted())
})

describe.each([...Object.keys(addresses), ...Object.keys(uploads)])('%s', (name) => {
  it('lets nobody wait', { tags: ['full'], timeout: 300_000 }, async () => {
    const requests = await rows[name]?.(given)
    expect(await attack.tooLong(name, await ofEverybody(requests ?? []))).toEqual([])
  })
})

it('readings as large as they may be let nobody wait', { tags: ['full'], timeout: 120_000 }, async () => {
  expect(await attack.tooLong('cases.readings.add', await ofEverybody(readingCalls(given)))).toEqual([])
})

describe.each(routerProcedures.filter(({ type }) => type === 'subscription'))('the stream $path', ({ path, input }) => {
  it('lets nobody wait', { tags: ['full'], timeout: 120_000 }, async () => {
    const requests = adversarialBodies(input, LARGEST_ADDRESS / 3).flatMap(({ shape, text }): Sent[] => {
      const address = `/api/trpc/${path}?input=${encodeURIComponent(text)}`
      const headers = { accept: 'text/event-stream', 'last-event-id': text.replaceAll(/[^ -~]/g, '').slice(0, 2_000) }
      return address.length > LARGEST_ADDRESS ? [] : [{ what: shape, method: 'GET', path: address, headers }]
    })
    const open: Sent = { what: 'nothing', method: 'GET', path: `/api/trpc/${path}`, headers: { accept: 'text/event-stream' } }
    expect(await attack.tooLong(path, await ofEverybody([open, ...requests]))).toEqual([])
  })
})
