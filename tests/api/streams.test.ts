import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveTopic } from '~/contracts/site/site'
import { createApiHandler } from '~/server/api/request-handler'
import type { AppRouter } from '~/server/api/root'
import { createApiStreams, type ApiStreams } from '~/server/api/streams'
import { setServices } from '~/server/services'
import { listen, listenBehindProxy } from '../setup/api-server'
import { openTestShop, type TestShop } from '../setup/shop'
import { byTopic } from '../setup/live'
import { readStream } from '../setup/sse'

/** Public streams over real connections, beside tRPC's own pipeline for the same calls. */

let shop: TestShop
let streams: ApiStreams
let own: Awaited<ReturnType<typeof listen>>
let stock: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
  streams = createApiStreams(shop.services, { perAddress: 3, total: 6 })
  own = await listenBehindProxy(createApiHandler([streams.handle]))
  stock = await listen(createApiHandler())
})
afterAll(async () => {
  await Promise.all([own.close(), stock.close()])
  await shop.close()
})

const SETTINGS = '/api/trpc/settings.onSettingsChange'
const siteOf = (topics: LiveTopic[], lastEventId?: string) =>
  `${SETTINGS}?input=${encodeURIComponent(JSON.stringify(superjson.serialize({ topics, lastEventId })))}`

const setTitle = (title: string) =>
  shop.db.prisma
    .$executeRaw`INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', ${title}, 'homepage')
    ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`

const withoutRetry = (body: string) => body.replace(/^retry: \d+\n/m, '')
const idIn = (body: string) => /^id: (.+)$/m.exec(body)?.[1] ?? ''

describe('the wire', () => {
  it.each([
    ['all topics', siteOf(['machines', 'products', 'settings'])],
    ['one topic', siteOf(['machines'])],
    ['a topic twice', siteOf(['settings', 'settings'])],
    ['the settings by themselves', SETTINGS],
    ['the settings, without topics', `${SETTINGS}?input=${encodeURIComponent('{"json":{}}')}`],
  ])('is tRPC’s own to the letter: %s', async (_what, path) => {
    const ours = readStream(own.port, path)
    const theirs = await fetch(`${stock.url}${path}`)
    const reader = theirs.body?.pipeThrough(new TextDecoderStream()).getReader()
    let expected = ''
    while (!/id: .*\n\n\n$/.test(expected)) expected += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(withoutRetry(await ours.until(/id: .*\n\n\n$/))).toBe(expected)
    expect(ours.head()).toMatch(/^HTTP\/1\.1 200 OK/)
    for (const name of ['content-type', 'vary', 'x-accel-buffering']) {
      expect(ours.head().toLowerCase()).toContain(`${name}: ${theirs.headers.get(name) ?? ''}`)
    }
    expect(ours.body()).toMatch(/^retry: [1-4]\d{3}$/m)
    ours.socket.destroy()
  })

  it.each([
    ['an unknown topic', `${SETTINGS}?input=${encodeURIComponent('{"json":{"topics":["nothing"]}}')}`],
    ['an empty list of topics', siteOf([])],
    ['input that is no JSON', `${SETTINGS}?input=%7B`],
    ['a batch', `${SETTINGS}?batch=1`],
  ])('refuses %s as tRPC does', async (_what, path) => {
    const answerOf = async (url: string) => {
      const answer = await fetch(`${url}${path}`)
      return { status: answer.status, body: (await answer.text()).replace(/[0-9a-f-]{36}/g, 'id') }
    }
    expect(await answerOf(own.url)).toEqual(await answerOf(stock.url))
  })

  it('brings tRPC’s client every change, and what it has missed', async () => {
    const client = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: `${own.url}/api/trpc`, transformer: superjson, EventSource })],
    })
    const seen: (string | undefined)[] = []
    const follow = (lastEventId?: string) => {
      let lastId = ''
      const { unsubscribe } = client.settings.onSettingsChange.subscribe(
        { topics: ['settings'], lastEventId },
        {
          onData: ({ id, data }) => {
            lastId = id
            seen.push(byTopic(data).settings?.hero_title)
          },
        },
      )
      return { unsubscribe, lastId: () => lastId }
    }
    const first = follow()
    await expect.poll(() => seen).toHaveLength(1)
    await setTitle('One')
    await expect.poll(() => seen.at(-1)).toBe('One')
    first.unsubscribe()
    await setTitle('Two')
    const again = follow(first.lastId())
    await expect.poll(() => seen.slice(1)).toEqual(['One', 'Two'])
    again.unsubscribe()
    await expect.poll(() => streams.counts().open).toBe(0)
  })
})

it('goes on where a browser stands, with what it has not seen and no more', async () => {
  const first = readStream(own.port, siteOf(['machines', 'settings']))
  const id = idIn(await first.until(/id: /))
  first.socket.destroy()

  const same = readStream(own.port, siteOf(['machines', 'settings']), { 'Last-Event-Id': id })
  await same.until(/event: connected/)
  await setTitle('Missed')
  const settingsOnly = await same.until(/Missed/)
  expect(settingsOnly).not.toContain('"machines"')
  same.socket.destroy()

  const settings = readStream(own.port, `${SETTINGS}?lastEventId=${encodeURIComponent(idIn(settingsOnly).replace(/^machines:\S+ /, ''))}`)
  await settings.until(/event: connected/)
  await setTitle('Once more')
  expect((await settings.until(/Once more/)).match(/^id: /gm)).toHaveLength(1)
  settings.socket.destroy()
})

describe('limits', () => {
  const open = (address?: string) => readStream(own.port, SETTINGS, address === undefined ? {} : { 'X-Forwarded-For': address })
  const opened = async (count: number, address?: string) => {
    const readings = Array.from({ length: count }, () => open(address))
    await Promise.all(readings.map(({ until }) => until(/event: connected/)))
    return readings
  }
  const leave = async (readings: Awaited<ReturnType<typeof opened>>) => {
    for (const { socket } of readings) socket.destroy()
    await expect.poll(() => streams.counts().open).toBe(0)
  }

  it('refuse an address that has too many, and nobody else', async () => {
    const before = streams.counts().refused
    const readings = await opened(3, '203.0.113.7')
    const refused = await fetch(`${own.url}${SETTINGS}`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ error: { json: { data: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } } } })
    expect(streams.counts()).toMatchObject({ open: 3, refused: before + 1 })
    readings.push(...(await opened(1, '203.0.113.8')))
    await leave(readings)
    await leave(await opened(3, '203.0.113.7'))
  })

  it('count an IPv6 network as one address, and this machine’s own not at all', async () => {
    const readings = await opened(3, '2001:db8::1')
    expect((await fetch(`${own.url}${SETTINGS}`, { headers: { 'x-forwarded-for': '2001:db8::2' } })).status).toBe(429)
    expect((await fetch(`${own.url}${SETTINGS}`, { headers: { 'x-forwarded-for': '127.0.0.1, 2001:db8::2' } })).status).toBe(429)
    await leave(readings)
    await leave(await opened(6))
  })

  it('hold for the whole process and for streams of every kind', async () => {
    const readings = await opened(6)
    for (const path of [SETTINGS, '/api/trpc/account.onSession']) {
      const refused = await fetch(`${own.url}${path}`)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('30')
    }
    expect((await fetch(`${own.url}/api/trpc/settings.public`)).status).toBe(200)
    await leave(readings)
  })
})

it('sends whoever comes while the database is away back for later', async () => {
  const away = await openTestShop()
  const other = createApiStreams(away.services, { perAddress: 3, total: 3 })
  const server = await listen(createApiHandler([other.handle]))
  await away.close()
  const reading = readStream(server.port, SETTINGS)
  await reading.closed
  expect(reading.body()).toMatch(/event: serialized-error\ndata: .*"code":-32603/)
  expect(reading.body()).not.toMatch(/prisma|pglite/i)
  await server.close()
})
