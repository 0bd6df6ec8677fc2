import * as z from 'zod'
import type { JobQueue } from './job-queue'

/** A job that runs again and again, in whichever process is free. */
export interface RecurringJob {
  /** The name of its queue, whose policy is `stately`: one waits and one runs. */
  name: string
  /** A longer run counts as failed (s); less than the queue's own `expire_seconds`. */
  seconds: number
  /** Seconds until the first run, if none waits already. */
  firstIn: number
  /** @returns seconds until the next run */
  run(): Promise<number>
}

/** Pauses after failed runs (s). */
const PAUSES = [60, 300, 600]

/** Takes part in a recurring job and makes sure that its next run waits. @returns asks for an extra run at once */
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
      // A waiting run stands for it: after an extra run, or from before a process died.
      await jobs.bringForward(name, 'round', inSeconds)
    },
  })
  await post(firstIn)
  await jobs.poll()
  return () => jobs.postAlone(name, {}, { key: 'wanted' })
}
