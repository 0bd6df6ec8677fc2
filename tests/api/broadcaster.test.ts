import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { afterEach, describe, expect, it } from 'vitest'
import { noNetwork } from '~/contracts/catalogue/network'
import { failedOverview } from '~/contracts/catalogue/products'
import { defaultSettings } from '~/contracts/site/settings'
import type { LiveTopic } from '~/contracts/site/site'
import type { AppRouter } from '~/server/api/root'
import { followSite, type LiveSite } from '~/server/site/live-site'
import { LiveValue } from '~/server/platform/change-feed/live-value'
import { Broadcaster, type Subscription } from '~/server/platform/streams/broadcaster'
import { forEachYielding } from '~/server/platform/event-loop'
import { failure } from '~/server/platform/streams/sse-events'
import { listen } from '../setup/api-server'
import { byTopic } from '../setup/live'
import { readStream, type Reading } from '../setup/sse'

/** A site whose settings are in the test's hands. */
function siteInHand() {
  let title = 'First'
  let isFed = true
  let failed = 0
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
      network: value('network', () => Promise.resolve(noNetwork)),
    },
  }
  const fail = () => {
    answer = () => {
      failed += 1
      return Promise.reject(new Error('away'))
    }
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
    fail,
    mend: () => {
      answer = () => Promise.resolve({ ...defaultSettings, hero_title: title })
    },
    /** A change that is read and told, after which there is another one, and nothing can be read. */
    changeAndFail: async (next: string) => {
      title = next
      events.prependOnceListener('change', () => {
        fail()
        settings.changed()
      })
      await settings.refresh()
      await expect.poll(() => failed, { interval: 1 }).toBeGreaterThan(0)
    },
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options: Partial<ConstructorParameters<typeof Broadcaster<LiveTopic>>[0]> = {}) {
  const site = siteInHand()
  let cut = 0
  const broadcaster = new Broadcaster<LiveTopic>({
    follow: (topics, signal) => followSite(site.live, topics, { signal }),
    serialize: superjson.serialize,
    failureFor: () => failure('nothing to be had'),
    onCut: () => {
      cut += 1
    },
    ...options,
  })
  const server = await listen((req, res) => {
    const subscription: Subscription<LiveTopic> = {
      topics: ['settings'],
      isAlone: false,
      lastEventId: String(req.headers['last-event-id'] ?? ''),
    }
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
  const { unsubscribe } = client.settings.onSettingsChange.subscribe(
    { topics: ['settings'] },
    { onData: ({ data }) => seen.push(byTopic(data).settings?.hero_title), onConnectionStateChange: ({ state }) => states.push(state) },
  )
  await expect.poll(() => states).toEqual(['connecting', 'pending', 'connecting'])
  await set('While away')
  await expect.poll(() => seen, { timeout: 5_000 }).toEqual(['First', 'While away'])
  unsubscribe()
})

it('ends streams with the error while nothing could be read yet, and begins with the next one', async () => {
  const { read, fail, mend, broadcaster } = await start()
  fail()
  const early = [read(), read()]
  await Promise.all(early.map(({ closed }) => closed))
  for (const reading of early) expect(reading.body()).toContain('nothing to be had')
  await expect.poll(() => broadcaster.size).toBe(0)
  mend()
  await read().until(/First/)
})

it('gives whoever comes while nothing can be read what the others have, and all of them the next state', async () => {
  const { read, fed, fail, mend, set } = await start()
  const known = read()
  await known.until(/First/)
  fail()
  fed(false)
  const late = read()
  await late.until(/First/)
  mend()
  fed(true)
  await set('Second')
  for (const reading of [known, late]) {
    await reading.until(/Second/)
    expect(titles(reading)).toEqual(['First', 'Second'])
  }
})

it('follows the site once for all readers of the same topics, and not at all without any', async () => {
  let following = 0
  const { read, broadcaster } = await start({
    async *follow(_topics, signal) {
      following += 1
      yield { id: 'settings:1', changed: { settings: { hero_title: 'First' } } }
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
      following -= 1
    },
  })
  const readings = [read(), read(), read()]
  await Promise.all(readings.map(({ until }) => until(/First/)))
  expect(following).toBe(1)
  for (const { socket } of readings) socket.destroy()
  await expect.poll(() => broadcaster.size).toBe(0)
  await expect.poll(() => following).toBe(0)
})

it('serves at the next success whoever could not be served after a failure', async () => {
  const { read, fed, mend, live, changeAndFail } = await start()
  const known = read()
  await known.until(/First/)
  // The change is read and told, and the readers' own look fails: nothing can be had, and nothing changes afterwards.
  fed(false)
  await changeAndFail('Second')
  await live.values.settings.get().catch(() => undefined)
  mend()
  fed(true)
  await live.values.settings.refresh()
  await known.until(/Second/)
  expect(titles(known)).toEqual(['First', 'Second'])
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
