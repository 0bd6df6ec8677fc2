import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import superjson from 'superjson'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppRouter } from '~/server/api/root'
import { retryStreams } from '~/trpc/stream-retry'

beforeEach(() => {
  vi.useFakeTimers()
  // The longest pauses that can be drawn.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A browser's connection, whose other end is in the test's hands. */
class Connection extends EventTarget {
  static readonly all: Connection[] = []
  readonly CLOSED = 2
  readyState = 0

  constructor(readonly url: string) {
    super()
    Connection.all.push(this)
  }

  close() {
    this.readyState = this.CLOSED
  }

  /** As after an answer that is no stream: the browser gives up. */
  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }

  say(event: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }))
  }
}

async function follow() {
  Connection.all.length = 0
  const client = createTRPCClient<AppRouter>({
    links: [retryStreams, httpSubscriptionLink({ url: 'http://shop/api/trpc', transformer: superjson, EventSource: Connection as never })],
  })
  const onError = vi.fn()
  const { unsubscribe } = client.settings.onSettingsChange.subscribe({ topics: ['settings'] }, { onError })
  await vi.advanceTimersByTimeAsync(0)
  return { onError, unsubscribe, opened: Connection.all, last: () => Connection.all.at(-1) }
}

it('asks again for a stream that is refused, after pauses that grow to a minute, from where it stands', async () => {
  const { opened, last, onError } = await follow()
  last()?.say('connected', {})
  last()?.say('message', superjson.serialize({}), 'settings:one')
  await vi.advanceTimersByTimeAsync(0)
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    last()?.refuse()
    const before = opened.length
    let seconds = 0
    for (; opened.length === before; seconds++) await vi.advanceTimersByTimeAsync(1_000)
    waits.push(seconds)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  expect(decodeURIComponent(last()?.url ?? '')).toContain('"lastEventId":"settings:one"')
  expect(onError).not.toHaveBeenCalled()
})

it('draws its pauses by chance, so that the tabs of a server that is back come one after the other', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const { opened, last } = await follow()
  last()?.refuse()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(opened).toHaveLength(2)
})

it('leaves a lost connection to the browser, which makes it again by itself', async () => {
  const { opened, last } = await follow()
  last()?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)
})

it('takes a refusal of the shop for one, and asks no more once it is given up', async () => {
  const refused = await follow()
  const data = { code: 'UNAUTHORIZED', httpStatus: 401, path: 'settings.onSettingsChange' }
  refused.last()?.say('serialized-error', superjson.serialize({ code: -32001, message: '', data }))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refused.opened).toHaveLength(1)
  expect(refused.onError).toHaveBeenCalledOnce()

  const left = await follow()
  left.last()?.refuse()
  await vi.advanceTimersByTimeAsync(0)
  left.unsubscribe()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(left.opened).toHaveLength(1)
})
