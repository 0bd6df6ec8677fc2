import * as z from 'zod'
import type { JobQueue } from './job-queue'

/** Work that comes round by itself, in whichever process is free. */
export interface Round {
  /** The name of its queue, which has the policy `stately`: one waits and one runs. */
  name: string
  /** A round that takes longer counts as failed (s); less than the queue's own `expire_seconds`. */
  seconds: number
  /** Until the first one (s), where none waits already. */
  firstIn: number
  /** @returns seconds until the next round */
  run(): Promise<number>
}

/** After a round that failed without a word of its own (s). */
const PAUSES = [60, 300, 600]

/**
 * Takes part in a round, and sees to it that there is one.
 * @returns what asks for an extra round at once
 */
export async function addRecurringJob(jobs: JobQueue, round: Round): Promise<() => Promise<void>> {
  const { name, seconds, firstIn } = round
  const post = (inSeconds: number) => jobs.postAlone(name, {}, { inSeconds, key: 'round' })
  jobs.add({
    name,
    data: z.object({}),
    atOnce: 1,
    seconds,
    pauses: PAUSES,
    run: async () => {
      await post(await round.run())
    },
  })
  await post(firstIn)
  await jobs.look()
  return () => jobs.postAlone(name, {}, { key: 'wanted' })
}
