import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { afterEach, describe, expect, it } from 'vitest'
import { failedOverview } from '~/contracts/products'
import { defaultSettings } from '~/contracts/settings'
import type { LiveTopic } from '~/contracts/site'
import type { AppRouter } from '~/server/api/root'
import type { LiveSite } from '~/server/site/live-site'
import { LiveValue } from '~/server/platform/change-feed/live-value'
import { Broadcaster, type Subscription } from '~/server/platform/streams/broadcaster'
import { forEachYielding } from '~/server/platform/event-loop'
import { failure } from '~/server/platform/streams/sse-events'
import { listen } from '../setup/api-server'
import { readStream, type Reading } from '../setup/sse'

/** A site whose settings are in the test's hands. */
function siteInHand() {
  let title = 'First'
  let isFed = true
  let answer = () => Promise.resolve({ ...defaultSettings, hero_title: title })
  const events: LiveSite['events'] = new EventEmitter<{ change: [LiveTopic] }>()
  const value = <T>(topic: LiveTopic, load: () => Promise<T>) =>
    new LiveValue(
      load,
      () => isFed,
      () => events.emit('change', topic),
    )
  const settings = value('settings', () => answer())
  const live: LiveSite = {
    events,
    values: {
      settings,
      machines: value('machines', () => Promise.resolve([])),
      products: value('products', () => Promise.resolve(failedOverview('none'))),
    },
  }
  return {
    live,
    set: async (next: string) => {
      title = next
      await settings.refresh()
    },
    fed: (yes: boolean) => {
      isFed = yes
    },
    fail: () => {
      answer = () => Promise.reject(new Error('away'))
    },
    mend: () => {
      answer = () => Promise.resolve({ ...defaultSettings, hero_title: title })
    },
    /** A change that is read, after which something happens before anybody hears of it. */
    change: async (next: string, then: () => void) => {
      title = next
      events.prependOnceListener('change', then)
      await settings.refresh()
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options: Partial<ConstructorParameters<typeof Broadcaster>[0]> = {}) {
  const site = siteInHand()
  let cut = 0
  const broadcaster = new Broadcaster({
    live: site.live,
    forms: { site: (changed) => changed },
    serialize: superjson.serialize,
    failureFor: () => failure('nothing to be had'),
    onCut: () => {
      cut += 1
    },
    ...options,
  })
  const server = await listen((req, res) => {
    const subscription: Subscription = { form: 'site', topics: ['settings'], lastEventId: String(req.headers['last-event-id'] ?? '') }
    broadcaster.open(res, subscription)
    return true
  })
  closing.push(server.close)
  return { ...site, broadcaster, server, cut: () => cut, read: () => readStream(server.port, '/') }
}

const titles = (reading: Reading) => [...reading.body().matchAll(/"hero_title":"([^"]*)"/g)].map(([, title]) => title)

it('sends every reader each state once, in order', async () => {
  const { read, set, broadcaster } = await start()
  const readings = Array.from({ length: 50 }, read)
  await Promise.all(readings.map(({ until }) => until(/First/)))
  await set('Second')
  await Promise.all(readings.map(({ until }) => until(/Second/)))
  await set('Third')
  await Promise.all(readings.map(({ until }) => until(/Third/)))
  for (const reading of readings) expect(titles(reading)).toEqual(['First', 'Second', 'Third'])
  expect(broadcaster.size).toBe(50)
  for (const { socket } of readings) socket.destroy()
  await expect.poll(() => broadcaster.size).toBe(0)
})

it('shows silent readers that their stream is alive', async () => {
  const { read } = await start({ pingMs: 30 })
  expect(await read().until(/(event: ping\ndata: \n\n\n){2}/)).toContain('First')
})

describe('a reader who takes nothing', () => {
  const LARGE = 2 * 1024 * 1024
  const ROUNDS = 12

  /** A reader who never reads, beside one who gets all of so many large states. */
  async function afterLargeStates(options?: Parameters<typeof start>[0]) {
    const shop = await start(options)
    const slow = shop.read()
    await slow.until(/First/)
    slow.socket.pause()
    const quick = connect(shop.server.port, '127.0.0.1').resume()
    quick.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    for (let round = 1; round <= ROUNDS; round++) {
      await shop.set(`${round} ${'x'.repeat(LARGE)}`)
      await expect.poll(() => quick.bytesRead, { interval: 2, timeout: 5_000 }).toBeGreaterThan(round * LARGE)
    }
    quick.destroy()
    return { ...shop, slow }
  }

  it('gets the newest state alone once it reads again, and holds nobody up', async () => {
    const { slow, set, cut } = await afterLargeStates({ pingMs: 50 })
    await set('Last')
    slow.socket.resume()
    await slow.until(/"Last"[^]*$/)
    expect(titles(slow).length).toBeLessThan(ROUNDS - 1)
    expect(cut()).toBe(0)
  })

  it('is cut when it never reads again', async () => {
    const { broadcaster, cut } = await afterLargeStates({ pingMs: 30, stalledMs: 60 })
    await expect.poll(cut).toBe(1)
    await expect.poll(() => broadcaster.size).toBe(0)
  })
})

it('ends a stream whose time is over, and its browser comes back by itself and misses nothing', async () => {
  const { set, server } = await start({ pingMs: 40, longestMs: 80, random: () => 0 })
  const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: server.url, transformer: superjson, EventSource })] })
  const seen: (string | undefined)[] = []
  const states: string[] = []
  const { unsubscribe } = client.site.onChange.subscribe(
    { topics: ['settings'] },
    { onData: ({ data }) => seen.push(data.settings?.hero_title), onConnectionStateChange: ({ state }) => states.push(state) },
  )
  await expect.poll(() => states).toEqual(['connecting', 'pending', 'connecting'])
  await set('While away')
  await expect.poll(() => seen, { timeout: 5_000 }).toEqual(['First', 'While away'])
  unsubscribe()
})

it('ends new streams with the error while nothing can be read, and keeps the others', async () => {
  const { read, fed, fail } = await start()
  const known = read()
  await known.until(/First/)
  fail()
  fed(false)
  const early = read()
  await early.closed
  expect(early.body()).toContain('nothing to be had')
  fed(true)
  expect(titles(known)).toEqual(['First'])
  expect(known.socket.destroyed).toBe(false)
})

it('serves at the next success whoever could not be served after a failure', async () => {
  const { read, fed, fail, mend, live, change } = await start()
  const known = read()
  await known.until(/First/)
  // The change is read and told, and the readers' own look fails: nothing can be had, and nothing changes afterwards.
  fed(false)
  await change('Second', fail)
  await live.values.settings.get().catch(() => undefined)
  mend()
  fed(true)
  await live.values.settings.refresh()
  await known.until(/Second/)
  expect(titles(known)).toEqual(['First', 'Second'])
})

it('serves them too when another reader comes first', async () => {
  const { read, fed, fail, mend, change } = await start()
  const known = read()
  await known.until(/First/)
  fed(false)
  await change('Second', fail)
  await expect.poll(() => known.body()).toContain('First')
  mend()
  await read().until(/Second/)
  await known.until(/Second/)
})

it('lets other work run between slices of a long one', async () => {
  let others = 0
  const timer = setInterval(() => {
    others += 1
  }, 1)
  const busy = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  await forEachYielding(Array.from({ length: 100 }), () => {
    busy(0.5)
  })
  clearInterval(timer)
  expect(others).toBeGreaterThanOrEqual(10)
})
