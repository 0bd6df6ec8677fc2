import type { AnyTRPCProcedure } from '@trpc/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { appRouter } from '~/server/api/root'
import { inputsFor } from './support/arbitrary-input'
import { callRequest, routeRequest, wellFormed, type FuzzRequest } from './support/arbitrary-request'
import { actors, openFuzzShop, type Actor, type FuzzShop } from './support/fuzz-shop'
import { leaksIn } from './support/leaks'
import { LONGEST_MS, replay, seed, share } from './support/runs'
import { sender } from './support/send'
import { serveSite } from './support/site'

/**
 * Every address of the site beside its screens with made-up requests, by everybody: no 500, no word of
 * another system, and a refused request changes nothing, nor does one that only reads.
 */

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure & { _def: { inputs: z.core.$ZodType[] } }>,
)

const CALLS = 0.1
const ROUTES = 0.1

/** A file that cannot be read leaves its import as failed, with the reason. */
const tracesOfUploads = ['import_batches', 'import_rows']

let shop: FuzzShop
let site: Awaited<ReturnType<typeof serveSite>>
let client: ReturnType<typeof sender>

beforeAll(async () => {
  shop = await openFuzzShop()
  site = await serveSite(shop)
  client = sender(site.port)
  // The first reader of the key set makes the first key.
  await client.send({ method: 'GET', url: '/.well-known/jwks.json', headers: {}, body: undefined })
  await shop.changedTables()
})
afterAll(async () => {
  client.close()
  await site.close()
  await shop.close()
})

async function check(actor: Actor, request: FuzzRequest) {
  const { method, url } = request
  const session = shop.sessions[actor]
  const headers = session === null ? request.headers : { ...request.headers, cookie: await site.cookieOf(session) }
  const { status, body, headers: answered } = await client.send({ ...request, headers })
  const what = `${method} ${url.slice(0, 300)} as ${actor} answered ${status} (${replay})`
  expect(status === 0 || status < 500 || status === 503, `${what}: ${body.slice(0, 2_000)}`).toBe(true)
  // Whatever has succeeded may show what the database holds, made-up texts too.
  if (status >= 400) expect(leaksIn(body), what).toEqual([])
  // Cookies have the names that browsers know them by.
  expect(leaksIn(JSON.stringify({ ...answered, 'set-cookie': undefined })), what).toEqual([])
  const changed = (await shop.changedTables()).filter((table) => !(url.startsWith('/api/imports/') && tracesOfUploads.includes(table)))
  if (status >= 400 || method === 'GET' || method === 'HEAD') expect(changed, what).toEqual([])
  else if (changed.length > 0) await shop.restore()
}

const holds = async (requests: fc.Arbitrary<FuzzRequest>, part: number) => {
  for (const [index, actor] of actors.entries()) {
    const property = fc.asyncProperty(requests, (request) => check(actor, request))
    await fc.assert(property, { seed: seed + index, numRuns: share(part / actors.length), endOnFailure: true })
  }
}

describe('made-up requests', () => {
  it(
    'of calls are answered or refused in words of our own',
    () => {
      const calls = procedures.map(([path, { _def }]) => ({ path, type: _def.type, input: inputsFor(_def.inputs, shop.poolOf(path)) }))
      return holds(callRequest(calls), CALLS)
    },
    LONGEST_MS,
  )

  it(
    'of every other address are answered or refused in words of our own',
    () => {
      const { pool } = shop
      const known = [
        ...pool.ids,
        ...pool.texts,
        'orders.csv',
        'products.csv',
        'errors.csv',
        'session',
        'csrf',
        'providers',
        'signin',
        'signout',
        'callback',
        'error',
        'home.png',
        '_log',
      ]
      const csv = fc.array(
        fc
          .array(fc.oneof(fc.constantFrom('name', 'category', 'stockQuantity', '"', '\0', '=1+1', '', '-1'), fc.string()), { maxLength: 5 })
          .map((cells) => cells.join(',')),
        { maxLength: 6 },
      )
      const form = fc.dictionary(
        fc.constantFrom('email', 'password', 'refreshToken', 'csrfToken', 'callbackUrl', 'json', 'ids'),
        fc.oneof(fc.constantFrom(...pool.emails, ...pool.texts), fc.string()),
      )
      const bodies = fc.oneof(
        csv.map((lines) => lines.join('\n')),
        form.map((fields) => new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, wellFormed(value)])).toString()),
        form.map((fields) => JSON.stringify(fields)),
      )
      const paths = [
        ...site.paths,
        '/api/health',
        '/api/health/live',
        '/api/health/ready',
        '/api/metrics',
        '/api/auth/callback/credentials',
        '/api/auth/signin/credentials',
      ]
      return holds(routeRequest(paths, known, bodies), ROUTES)
    },
    LONGEST_MS,
  )
})
