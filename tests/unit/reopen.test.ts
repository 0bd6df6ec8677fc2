import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppRouter } from '~/server/api/root'
import { reconnecting } from '~/trpc/reconnect'

beforeEach(() => {
  vi.useFakeTimers()
  // The longest pauses that can be drawn.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Ends = Parameters<Parameters<typeof reconnecting>[0]>[0]

/** A stream that notes its openings; `ends` are those of the latest. */
function stream() {
  const opened: Ends[] = []
  const unsubscribe = vi.fn()
  const connect = (ends: Ends) => {
    opened.push(ends)
    return { unsubscribe }
  }
  const connection = reconnecting(connect)
  return { connection, opened, unsubscribe, last: () => opened.at(-1) }
}

const refusal = (code: number, httpStatus: number) =>
  TRPCClientError.from<AppRouter>({
    error: { code: -32603, message: '', data: { code: 'INTERNAL_SERVER_ERROR', httpStatus, path: null, zodError: null, requestId: null } },
    id: code,
  } as never)

it('opens once, and again two seconds after its end at most', () => {
  const { connection, opened, last } = stream()
  connection.open()
  connection.open()
  expect(opened).toHaveLength(1)
  last()?.onStarted()
  last()?.onComplete()
  connection.open()
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  expect(opened).toHaveLength(2)
})

it('waits longer each time it does not even begin, a minute at most, and two seconds again after it did', () => {
  const { connection, opened, last } = stream()
  connection.open()
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    last()?.onError(new TRPCClientError('An answer that is no stream'))
    const before = opened.length
    let ms = 0
    for (; opened.length === before; ms += 1_000) vi.advanceTimersByTime(1_000)
    waits.push(ms / 1_000)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  last()?.onStarted()
  last()?.onError(refusal(1, 503))
  vi.advanceTimersByTime(2_000)
  expect(opened).toHaveLength(10)
})

it('stays closed when it is refused for good, or closed by its owner', () => {
  const { connection, opened, last, unsubscribe } = stream()
  connection.open()
  last()?.onError(refusal(1, 401))
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(1)
  connection.open()
  last()?.onComplete()
  connection.close()
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(2)
  expect(unsubscribe).toHaveBeenCalledTimes(2)
})

it('stays closed when a stream that is given up tells its end, as tRPC’s do', () => {
  const { connection, opened, unsubscribe, last } = stream()
  connection.open()
  unsubscribe.mockImplementation(() => last()?.onComplete())
  connection.close()
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(1)
  connection.open()
  expect(opened).toHaveLength(2)
})
