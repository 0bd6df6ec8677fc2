import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Coalesced } from '~/server/platform/change-feed/coalesced'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('does the first at once, a burst at most five times a second, and what is asked for last within 200 ms', async () => {
  const done: number[] = []
  let state = 0
  const work = new Coalesced(() => {
    done.push(state)
  })
  work.ask()
  expect(done).toEqual([0])
  for (state = 1; state <= 100; state++) {
    work.ask()
    await vi.advanceTimersByTimeAsync(10)
  }
  const inTheBurst = done.length
  expect(inTheBurst).toBeLessThanOrEqual(6)
  expect(inTheBurst).toBeGreaterThan(3)
  await vi.advanceTimersByTimeAsync(200)
  expect(done.slice(inTheBurst - 1).at(-1)).toBeGreaterThanOrEqual(100)
  const all = done.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toHaveLength(all)
})

it('does not begin work that takes long a second time before it has ended, and forgets nothing', async () => {
  let [running, most, begun] = [0, 0, 0]
  const work = new Coalesced(async () => {
    begun += 1
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    running -= 1
  })
  for (let index = 0; index < 5; index++) {
    work.ask()
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect([most, begun]).toEqual([1, 2])
})

it('waits longer while nobody hurries it, and begins at once with what is due for long', async () => {
  const done: number[] = []
  const work = new Coalesced(() => void done.push(performance.now()), 500, 5_000)
  const began = performance.now()
  const asking = setInterval(() => work.ask(), 10)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(done.map((at) => Math.round((at - began) / 1_000))).toEqual([0, 5])
  expect(work.hurry()).toBeDefined()
  expect(done).toHaveLength(3)

  void work.hurry()
  await vi.advanceTimersByTimeAsync(600)
  expect(done).toHaveLength(4)
  clearInterval(asking)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toHaveLength(5)
  expect(work.hurry()).toBeUndefined()
})
