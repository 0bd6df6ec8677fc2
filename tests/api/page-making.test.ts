import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import type { LiveTopic } from '~/contracts/site/site'
import { publicPages } from '~/lib/paths'
import { createGauges } from '~/server/http/gauges'
import { metrics } from '~/server/platform/metrics/metrics'
import { Traffic } from '~/server/http/traffic'
import { keepPagesFresh } from '~/server/site/regenerate'
import { openTestShop, type TestShop } from '../setup/shop'

/** One page that cannot be made holds up none of the others, and everybody who should hears of it. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const asked = z.object({ page: z.string() })

/** Stands where Next does: makes pages, except those that are broken. */
class Maker {
  broken = new Set<string>()
  tries: { page: string; at: number }[] = []

  readonly handler = (req: IncomingMessage, res: ServerResponse) => {
    let body = ''
    req.on('data', (part: Buffer) => (body += part.toString()))
    req.on('end', () => {
      const { page } = asked.parse(JSON.parse(body))
      this.tries.push({ page, at: performance.now() })
      res.writeHead(this.broken.has(page) ? 500 : 200).end()
    })
  }

  of = (page: string) => this.tries.filter((each) => each.page === page)
}

let maker: Maker
let events: EventEmitter<{ change: [LiveTopic] }>
let made: string[]
beforeEach(() => {
  maker = new Maker()
  events = new EventEmitter()
  made = []
})

async function start(firstPause: number) {
  const fresh = keepPagesFresh(
    { ...shop.services, live: { events } },
    maker.handler,
    (pages) => {
      made.push(...pages)
      return Promise.resolve()
    },
    firstPause,
  )
  await fresh.all()
  return fresh
}
const stale = () => shop.services.pages.stale.map(({ path }) => path)
const failures = async () =>
  (await metrics().pages.get()).values.find(({ labels }) => labels.page === '/products' && labels.result === 'failed')?.value ?? 0

it('makes the others and starts, tries the broken one again after growing pauses, and tells administrators and metrics', async () => {
  const before = await failures()
  maker.broken.add('/products')
  await start(0.02)
  expect(made.toSorted()).toEqual(publicPages.filter((page) => page !== '/products').toSorted())
  await expect.poll(() => maker.of('/products').length, { timeout: 15_000 }).toBeGreaterThan(5)
  const at = maker.of('/products').map((each) => each.at)
  const pauses = at.slice(1, 6).map((time, index) => time - (at[index] ?? 0))
  expect(pauses[1]).toBeGreaterThan(35)
  expect(Math.min(...pauses.slice(2))).toBeGreaterThan(75)

  expect(await failures()).toBeGreaterThan(before + 5)
  const gauges = createGauges(shop.services, new Traffic(), () => ({ open: 0, cut: 0, refused: 0 }))
  expect(await gauges.getSingleMetricAsString('shop_pages_stale')).toContain('shop_pages_stale 1')
  const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
  const told = await admin.caller.dashboard.stalePages()
  expect(told).toMatchObject([{ path: '/products', since: shop.services.now() }])
  expect(told[0]?.tries).toBeGreaterThan(5)
  await expect(customer.caller.dashboard.stalePages()).rejects.toMatchObject({ code: 'FORBIDDEN' })

  maker.broken.clear()
  await expect.poll(stale).toEqual([])
  expect(made).toContain('/products')
  expect(await gauges.getSingleMetricAsString('shop_pages_stale')).toContain('shop_pages_stale 0')
})

it('follows changes of the other pages, and tries a broken one at once when something changes', async () => {
  maker.broken.add('/products')
  const { asked: ask } = await start(60)
  const visitEach = () => publicPages.forEach((page) => void ask(page))
  visitEach()
  expect(stale()).toEqual(['/products'])
  made = []
  events.emit('change', 'settings')
  await expect.poll(() => made.length).toBe(publicPages.length - 1)
  await expect.poll(() => maker.of('/products').length).toBe(2)

  visitEach()
  maker.broken.clear()
  events.emit('change', 'products')
  await expect.poll(stale).toEqual([])
  expect(maker.of('/products')).toHaveLength(3)
})

it('makes a page that is asked for at most twice a second while changes come, the pages that show them alone, and the last state within a second', async () => {
  const { asked: ask } = await start(60)
  maker.tries = []
  // A second of changes is what is tested.
  const began = performance.now()
  let last = 0
  while (performance.now() - began < 1_000) {
    events.emit('change', 'products')
    last = performance.now()
    for (const page of ['/products', '/', '/compare'] as const) void ask(page)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await expect.poll(() => maker.of('/products').some(({ at }) => at >= last)).toBe(true)
  // The home page shows a few products too, and the comparison offers the first ones.
  for (const page of ['/', '/compare']) await expect.poll(() => maker.of(page).some(({ at }) => at >= last)).toBe(true)
  const at = ['/products', '/', '/compare'].map((page) => maker.of(page).map((each) => each.at))
  for (const times of at) {
    expect(times.length).toBeLessThanOrEqual(4)
    expect(times.find((time) => time >= last) ?? Infinity).toBeLessThan(last + 1_000)
  }
  expect(maker.tries).toHaveLength(at.flat().length)
})

it('leaves a page that nobody asks for as it was while changes come, and makes it again before it is next sent', async () => {
  const { asked: ask } = await start(60)
  maker.tries = []
  events.emit('change', 'products')
  // Longer than the pause between two makings of a page that is asked for.
  await new Promise((resolve) => setTimeout(resolve, 600))
  events.emit('change', 'products')
  expect(maker.tries).toEqual([])

  // Both of two visitors wait for the same making, and the next one for none.
  await Promise.all([ask('/products'), ask('/products')])
  expect(maker.tries.map(({ page }) => page)).toEqual(['/products'])
  expect(ask('/products')).toBeUndefined()
  expect(ask('/about'), 'a page that shows no products').toBeUndefined()
})

it('asks the queue for the next try, of which one stands for all processes, and ends it once the page is made', async () => {
  const jobs = () =>
    shop.db.prisma.$queryRaw<{ data: unknown; later: boolean }[]>`
      SELECT data, start_after > now() AS later FROM shop_queue.job WHERE name = 'pages' AND state = 'created'`
  maker.broken.add('/products')
  // Two processes with the same database.
  await Promise.all([start(60), start(60)])
  expect(maker.of('/products')).toHaveLength(2)
  await expect.poll(jobs).toEqual([{ data: { page: '/products' }, later: true }])

  maker.broken.clear()
  await shop.db.prisma.$executeRaw`UPDATE shop_queue.job SET start_after = now() WHERE name = 'pages'`
  await shop.services.jobs.poll()
  await expect.poll(stale).toEqual([])
  await expect.poll(() => maker.of('/products').length, { message: 'each process has a copy of its own' }).toBe(4)
  await expect.poll(jobs).toEqual([])
})
