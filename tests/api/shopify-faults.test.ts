import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { productFailures } from '~/contracts/catalogue/products'
import { createLogger } from '~/server/platform/log'
import { DEFAULT_RETRIES } from '~/server/catalogue/shop/shopify/retry-policy'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { openEmbeddedTestDatabase } from '../setup/database'
import { playStorefront, type Fault, type PlayedStorefront } from '../setup/storefront'
import type { Database } from '~/server/platform/database/database'

/** A visitor reads the list that is there within this time, the failure within the other (ms). */
const KEPT_WITHIN = 1_000
const FAILURE_WITHIN = 3_000
const MB = 1024 * 1024

let db: Database
let storefront: PlayedStorefront
let shop: TestShop | undefined
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  db = await openEmbeddedTestDatabase()
  storefront = await playStorefront({ products: [{ title: 'Kept' }] })
})
afterEach(async () => {
  storefront.fault = undefined
  storefront.cutAll()
  await shop?.services.platform?.refresher.stop()
  await shop?.close()
  shop = undefined
  await db.prisma.shopList.deleteMany()
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await storefront.stop()
  await db.close()
})

/** A process of the shop; each has its own memory, all have the list that the database keeps. */
async function openProcess(address = storefront.address) {
  const platform = platformShop({
    prisma: db.prisma,
    log: createLogger('silent'),
    now: () => TEST_NOW,
    address,
    token: 'token',
    shopUrl: 'https://shop.example',
    random: () => 0.5,
    retries: { ...DEFAULT_RETRIES, retries: 2, firstWaitMs: 20, longestWaitMs: 50 },
  })
  shop = await openTestShop({ db: { ...db, close: () => Promise.resolve() }, shop: { products: platform.source, platform } })
  return { shop, platform }
}

const graphQl =
  (body: object): Fault =>
  (_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(body))
    return true
  }
const status =
  (code: number): Fault =>
  (_req, res) => {
    res.writeHead(code, { 'Retry-After': '0' }).end('Too many')
    return true
  }

const faults: Record<string, Fault> = {
  'a stall of 30 s': () => true,
  'HTTP 429': status(429),
  'HTTP 430': status(430),
  'HTTP 503': status(503),
  '200 with THROTTLED': graphQl({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] }),
  'GraphQL errors': graphQl({ errors: [{ message: "Field 'x' doesn't exist on type 'Product'" }] }),
  'bad JSON': (_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.end('{"data": {"products": ')
    return true
  },
  'a page of HTML': (_req, res) => {
    res.setHeader('Content-Type', 'text/html')
    res.end('<h1>Maintenance</h1>')
    return true
  },
  'an answer of 10 MB': (_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.end(`{"data": {"filler": "${'x'.repeat(10 * 1024 * 1024)}"}}`)
    return true
  },
  'a connection cut in the middle': (req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.write('{"data":')
    req.socket.destroy()
    return true
  },
  'a page that repeats its cursor': graphQl({
    data: {
      products: { pageInfo: { hasNextPage: true, endCursor: 'again' }, nodes: [] },
      collections: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] },
    },
  }),
}

const timed = async <T>(work: () => Promise<T>) => {
  const started = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - started }
}

describe.each(Object.entries(faults))('%s', (_name, fault) => {
  it('shows the list that is stored', async () => {
    const first = await openProcess()
    expect(await first.platform.refresher.refresh()).toBe(true)
    await first.shop.close()
    const { shop: opened, platform } = await openProcess()
    storefront.fault = fault
    void platform.refresher.refresh()
    const { answer, ms } = await timed(() => opened.visitor.products.shop())
    expect(answer).toMatchObject({ success: true, products: [{ name: 'Kept' }] })
    expect(ms).toBeLessThan(KEPT_WITHIN)
  })

  it('says that there is no list, soon, and leaves the rest of the site alone', async () => {
    // A process reads the list as it starts.
    storefront.fault = fault
    const { shop: opened } = await openProcess()
    const { answer, ms } = await timed(() => opened.visitor.products.shop())
    expect(answer).toEqual({ success: false, products: [], collections: [], error: productFailures.shopify })
    expect(ms).toBeLessThan(FAILURE_WITHIN)
    expect(await opened.visitor.machines.active()).toEqual([])
  })
})

it('an answer without an end is cut off: no more of it is taken in than one page may have', async () => {
  const { shop: opened } = await openProcess()
  let sent = 0
  let longest = 0
  storefront.fault = (_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    const chunk = Buffer.alloc(256 * 1024, 'x')
    let ofThis = 0
    const pour = () => {
      while (!res.destroyed) {
        sent += chunk.length
        ofThis += chunk.length
        longest = Math.max(longest, ofThis)
        if (!res.write(chunk)) return
      }
    }
    res.on('drain', pour)
    pour()
    return true
  }
  const before = process.memoryUsage()
  const answer = await opened.visitor.products.shop()
  const after = process.memoryUsage()
  expect(answer).toEqual({ success: false, products: [], collections: [], error: productFailures.shopify })
  // 8 MB are read at most; the rest of what was sent stands in the buffers of the two ends.
  expect(sent).toBeGreaterThan(8 * MB)
  expect(longest).toBeLessThan(24 * MB)
  expect(after.rss - before.rss).toBeLessThan(200 * MB)
})

it('a refused connection: the failure, then the list once the platform is back', async () => {
  const { shop: opened } = await openProcess(`http://127.0.0.1:${await closedPort()}/api/2026-04/graphql.json`)
  const { answer, ms } = await timed(() => opened.visitor.products.shop())
  expect(answer).toMatchObject({ success: false, error: productFailures.shopify })
  expect(ms).toBeLessThan(FAILURE_WITHIN)
  await opened.close()
  const { platform } = await openProcess()
  expect(await platform.refresher.refresh()).toBe(true)
  expect(await platform.source.read()).toMatchObject({ products: [{ name: 'Kept' }] })
})

it('tells administrators of the last failure without the token', async () => {
  const { platform } = await openProcess()
  storefront.fault = status(429)
  expect(await platform.refresher.refresh()).toBe(false)
  const { failure, failedAt } = await platform.state()
  expect(failedAt).toEqual(TEST_NOW)
  expect(failure).toMatch(/429/)
  expect(failure).not.toContain('token')
})

it('asks nothing for a while after many failures in a row', async () => {
  const { platform } = await openProcess()
  storefront.fault = status(503)
  for (let round = 0; round < 4; round++) await platform.refresher.refresh()
  const asked = storefront.asked.length
  await platform.refresher.refresh()
  expect(storefront.asked).toHaveLength(asked)
  // Administrators read why, in the shop's words.
  expect((await platform.state()).failure).toMatch(/^Not asked for a while after many failures in a row: 503/)
})

it('no rejection was left unhandled', () => {
  expect(unhandled).toEqual([])
})

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}
