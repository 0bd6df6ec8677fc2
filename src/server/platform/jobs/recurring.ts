import * as z from 'zod'
import type { JobQueue } from './job-queue'

export interface RecurringJob {
  /** The queue's policy is `stately`: one job waits and one runs. */
  name: string
  /** Seconds for a run; less than the queue's `expire_seconds`. */
  seconds: number
  /** Seconds, if no run waits already. */
  firstIn: number
  run(): Promise<number>
}

const PAUSES = [60, 300, 600]

/** @returns asks for an extra run at once */
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
      // A waiting run stands in: after an extra run, or from before a process died.
      await jobs.bringForward(name, 'round', inSeconds)
    },
  })
  await post(firstIn)
  await jobs.poll()
  return () => jobs.postAlone(name, {}, { key: 'wanted' })
}
