import * as z from 'zod'
import type { JobQueue } from './job-queue'

/** A job that is done again and again, in whichever process is free. */
export interface RecurringJob {
  /** The name of its queue, which has the policy `stately`: one waits and one runs. */
  name: string
  /** A run that takes longer counts as failed (s); less than the queue's own `expire_seconds`. */
  seconds: number
  /** Until the first one (s), where none waits already. */
  firstIn: number
  /** @returns seconds until the next run */
  run(): Promise<number>
}

/** Pauses after a failed run (s). */
const PAUSES = [60, 300, 600]

/**
 * Takes part in a recurring job, and sees to it that its next run waits.
 * @returns what asks for an extra run at once
 */
export async function addRecurringJob(jobs: JobQueue, job: RecurringJob): Promise<() => Promise<void>> {
  const { name, seconds, firstIn } = job
  const post = (inSeconds: number) => jobs.postAlone(name, {}, { inSeconds, key: 'round' })
  jobs.add({
    name,
    data: z.object({}),
    atOnce: 1,
    seconds,
    pauses: PAUSES,
    run: async () => {
      const inSeconds = await job.run()
      await post(inSeconds)
      // One that waits already stands for it: after an extra run, or from before a process died.
      await jobs.bringForward(name, 'round', inSeconds)
    },
  })
  await post(firstIn)
  await jobs.look()
  return () => jobs.postAlone(name, {}, { key: 'wanted' })
}
