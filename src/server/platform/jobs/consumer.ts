import { setTimeout as wait } from 'node:timers/promises'
import { ExponentialBackoff, handleAll, noJitterGenerator, retry } from 'cockatiel'
import type PgBoss from 'pg-boss'
import type * as z from 'zod'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { executorIn } from './executor'
import { JobError } from '~/server/platform/errors'
import { inSpan, outsideSpans, recordFailure, type Span, SpanKind } from '~/server/platform/tracing/tracing'

export interface JobKind<T> {
  name: string
  data: z.ZodType<T>
  /** Most jobs of this kind at once in each process. */
  atOnce: number
  /** A longer attempt counts as failed (s); less than the queue's own `expire_seconds`. */
  seconds: number
  /** Pauses (s) before the second, third … attempt; after the last one the job has failed. */
  pauses: readonly number[]
  /** @throws {JobError} if it could not be done */
  run(job: { id: string; data: T }): Promise<void>
  /** Called after a failed attempt. */
  failed?(fault: JobError, isLast: boolean): void
}

/** Fails an attempt that takes too long. */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = wait(seconds * 1000, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new JobError('timeout')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}

/**
 * A database that changes its server is back within seconds. A finished job must be deleted before it counts as that of a dead process,
 * which is after 30 s (prisma/migrations).
 */
const REMOVAL_TRIES = 40
const REMOVAL_BACKOFF = new ExponentialBackoff({ initialDelay: 100, maxDelay: 1_000, generator: noJitterGenerator })

interface Deps {
  boss: Pick<PgBoss, 'fetch' | 'deleteJob' | 'fail'>
  prisma: Pick<PrismaClient, '$transaction'>
  log: Logger
}

/** Takes the jobs of one queue in this process. */
export class Consumer<T> {
  readonly #inHand = new Set<Promise<void>>()
  #fetching: Promise<void> | undefined
  readonly #stopping = new AbortController()
  readonly #removing = retry(handleAll, { maxAttempts: REMOVAL_TRIES, backoff: REMOVAL_BACKOFF }).dangerouslyUnref()
  #isWanted = false

  constructor(
    private readonly kind: JobKind<T>,
    private readonly deps: Deps,
  ) {}

  /** There may be a job to take. */
  wake(): void {
    this.#isWanted = true
    if (this.#stopping.signal.aborted || this.#fetching) return
    this.#fetching = outsideSpans(() => this.#fetch()).finally(() => {
      this.#fetching = undefined
      // Woken in the moment in which it had finished.
      if (this.#isWanted && this.#free > 0) this.wake()
    })
  }

  /** A job is due in so many seconds. Should this process be gone by then, another finds it when it polls. */
  wakeIn(seconds: number): void {
    setTimeout(
      () => {
        this.wake()
      },
      seconds * 1000 + 5,
    ).unref()
  }

  get #free(): number {
    return this.kind.atOnce - this.#inHand.size
  }

  /** The running jobs. */
  get underWay(): Promise<void>[] {
    return this.#fetching ? [this.#fetching, ...this.#inHand] : [...this.#inHand]
  }

  /** Takes no further job. */
  stop(): void {
    this.#stopping.abort()
  }

  async #fetch(): Promise<void> {
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      const free = this.#free
      // A finishing job looks again.
      if (free <= 0) return
      this.#isWanted = false
      const jobs = await this.deps.boss.fetch<unknown>(this.kind.name, { batchSize: free, priority: false })
      if (jobs.length === free) this.#isWanted = true
      for (const job of jobs) {
        const done = this.#handle(job).finally(() => {
          this.#inHand.delete(done)
          if (this.#isWanted) this.wake()
        })
        this.#inHand.add(done)
      }
    }
  }

  /** A job is a trace of its own: it may run long after the request that caused it, in another process. */
  #handle(job: PgBoss.Job<unknown>): Promise<void> {
    const { name } = this.kind
    const attributes = {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': job.id,
    }
    return inSpan(`process ${name}`, { root: true, kind: SpanKind.CONSUMER, attributes }, (span) => this.#attempt(job, span))
  }

  async #attempt({ id, data }: PgBoss.Job<unknown>, span: Span): Promise<void> {
    const { name, seconds } = this.kind
    const { boss, log } = this.deps
    try {
      const parsed = this.kind.data.safeParse(data)
      if (!parsed.success) throw new JobError('unreadable', true)
      await within(seconds, this.kind.run({ id, data: parsed.data }))
    } catch (error) {
      recordFailure(span, error)
      await this.#fail(id, error)
      return
    }
    // Finished jobs are deleted. If the deletion cannot be written for long, the job expires and runs once more.
    await this.#removing
      .execute(() => boss.deleteJob(name, id), this.#stopping.signal)
      .catch((err: unknown) => {
        log.warn({ err, queue: name, id }, 'A job is done, but could not be removed; it will be done again')
      })
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const { name, pauses } = this.kind
    const { boss, prisma, log } = this.deps
    const fault = error instanceof JobError ? error : new JobError('error')
    if (fault !== error) log.error({ err: error, queue: name, id }, 'A job failed unexpectedly')
    try {
      const pause = await prisma.$transaction(async (tx) => {
        // pg-boss 10 has one pause for all attempts, or doubles it without end; each gets its own here.
        const [next] = await tx.$queryRaw<{ pause: number | null }[]>`
          UPDATE shop_queue.job SET retry_backoff = false,
            retry_delay = coalesce((${[...pauses]}::int[])[retry_count + 1], 0),
            retry_limit = CASE WHEN ${fault.isFinal}::boolean THEN retry_count ELSE ${pauses.length}::int END
          WHERE name = ${name} AND id = ${id}::uuid
          RETURNING CASE WHEN retry_count < retry_limit THEN retry_delay END AS pause`
        await boss.fail(name, id, { reason: fault.reason }, { db: executorIn(tx) })
        return next?.pause ?? null
      })
      this.kind.failed?.(fault, pause === null)
      if (pause !== null) this.wakeIn(pause)
    } catch (err) {
      log.warn({ err, queue: name, id }, 'A failed job could not be put back; it will be tried again when it runs out')
    }
  }
}
