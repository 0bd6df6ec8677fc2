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
  atOnce: number
  /** Seconds for an attempt; less than the queue's `expire_seconds`. */
  seconds: number
  /** Seconds before the second and later attempts; then the job has failed. */
  pauses: readonly number[]
  /** @throws {JobError} if it could not be done */
  run(job: { id: string; data: T }): Promise<void>
  failed?(fault: JobError, isLast: boolean): void
}

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

/** A failover takes seconds. A finished job must be deleted within 30 s, when it counts as a dead process's (prisma/migrations). */
const REMOVAL_TRIES = 40
const REMOVAL_BACKOFF = new ExponentialBackoff({ initialDelay: 100, maxDelay: 1_000, generator: noJitterGenerator })

interface Deps {
  boss: Pick<PgBoss, 'fetch' | 'deleteJob' | 'fail'>
  prisma: Pick<PrismaClient, '$transaction'>
  log: Logger
}

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

  wake(): void {
    this.#isWanted = true
    if (this.#stopping.signal.aborted || this.#fetching) return
    this.#fetching = outsideSpans(() => this.#fetch()).finally(() => {
      this.#fetching = undefined
      // Woken just after it had finished.
      if (this.#isWanted && this.#free > 0) this.wake()
    })
  }

  /** If this process is gone by then, another one's poll finds the job. */
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

  get underWay(): Promise<void>[] {
    return this.#fetching ? [this.#fetching, ...this.#inHand] : [...this.#inHand]
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #fetch(): Promise<void> {
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      const free = this.#free
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

  /** A trace of its own: a job may run long after its cause, in another process. */
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
    // If the deletion fails for long, the job expires and runs once more.
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
