import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Consumer } from '~/server/platform/jobs/consumer'
import { createLogger } from '~/server/platform/log'

const kind = { name: 'letters', data: z.object({ to: z.string() }), atOnce: 1, seconds: 5, pauses: [] }
const job = { id: 'one', name: 'letters', data: { to: 'somebody' }, expireInSeconds: 30 }
const away = () => Promise.reject(new Error('Connection terminated unexpectedly'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A consumer of one job, whose database is away when that is done. */
function consumerOf(deleteJob: () => Promise<void>) {
  const run = vi.fn(() => Promise.resolve())
  const fetch = vi.fn().mockResolvedValueOnce([job]).mockResolvedValue([])
  const boss = { fetch, deleteJob, fail: vi.fn() }
  const prisma = { $transaction: vi.fn() }
  const consumer = new Consumer({ ...kind, run }, { boss, prisma, log: createLogger('silent') })
  consumer.wake()
  return { consumer, run, boss }
}

it('removes what is done as soon as the database is back, so that it is done once', async () => {
  const deleteJob = vi.fn<() => Promise<void>>().mockImplementationOnce(away).mockImplementationOnce(away).mockResolvedValue()
  const { consumer, run, boss } = consumerOf(deleteJob)
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(consumer.underWay)
  expect(deleteJob).toHaveBeenCalledTimes(3)
  expect(run).toHaveBeenCalledOnce()
  expect(boss.fail).not.toHaveBeenCalled()
})

it('leaves it to others once the process stops', async () => {
  const deleteJob = vi.fn(away)
  const { consumer } = consumerOf(deleteJob)
  await vi.advanceTimersByTimeAsync(500)
  expect(deleteJob).toHaveBeenCalled()
  consumer.stop()
  const over = Promise.all(consumer.underWay)
  await vi.advanceTimersByTimeAsync(1_000)
  await over
  const tries = deleteJob.mock.calls.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(deleteJob).toHaveBeenCalledTimes(tries)
})
