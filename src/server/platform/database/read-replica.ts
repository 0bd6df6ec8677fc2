import { setTimeout as wait } from 'node:timers/promises'
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll } from 'cockatiel'
import * as z from 'zod'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { readJsonWithin, type JsonReader } from './column-values'
import { isDatabaseUnavailable } from './connection-errors'

/** A source of reads: the writer, or a read-only transaction on a reader. */
export interface ReadSource extends JsonReader {
  readonly prisma: Pick<Prisma.TransactionClient, '$queryRaw' | 'newsletterSubscriber'>
}

/** Longest wait for a reader's connection and for it to catch up with the writer (ms). */
const BEGIN_MS = 500
/** A reader that failed twice in a row is skipped for this long; then one call tries it (ms). */
const LEFT_ALONE_MS = 2_000
const FAILURES = 2
const LONGEST_READ_MS = 60_000
const FIRST_LOOK_MS = 5

const position = z.tuple([z.object({ position: z.string() })])
const progress = z.tuple([z.object({ isThere: z.boolean() })])

/** The writer's position that covers all commits: with `synchronous_commit` off they may not be on the disk yet. */
const COMMITTED = Prisma.sql`
  SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS position`

/**
 * True if the reader has reached a position, or has become the writer. The transaction is read-only and plans as the writer's sessions do,
 * pooler or not.
 */
const hasReached = (wanted: string) => Prisma.sql`
  SELECT set_config('transaction_read_only', 'on', true) || set_config('jit', 'off', true) || set_config('random_page_cost', '1.1', true) IS NOT NULL
    AND (NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= ${wanted}::text::pg_lsn) AS "isThere"`

/** The work's value, or its own failure, which says nothing of the reader. */
type Outcome<T> = { value: T } | { failed: unknown }

/**
 * Sends reads to a standby. The writer tells its position when the call begins, and the reader is asked once it has reached it: everybody
 * sees what they have written, through whichever process (docs/decisions/027). A reader that is away or behind costs at most `BEGIN_MS`,
 * and nothing while it is skipped.
 */
export class ReadReplica {
  readonly #circuit = circuitBreaker(handleAll, { halfOpenAfter: LEFT_ALONE_MS, breaker: new ConsecutiveBreaker(FAILURES) })

  constructor(
    private readonly writer: JsonReader & { prisma: PrismaClient },
    private readonly reader: PrismaClient,
    log?: Logger,
  ) {
    this.#circuit.onBreak(() => {
      log?.warn('The reader of DATABASE_READ_URL is away or behind: the writer is asked instead')
    })
    this.#circuit.onReset(() => {
      log?.info('The reader of DATABASE_READ_URL is asked again')
    })
  }

  /** True while the reader is used, as far as known. */
  get isAsked(): boolean {
    return this.#circuit.state === CircuitState.Closed
  }

  /** Does read-only work on the reader if it can be used, else on the writer. If the reader fails on the way, the writer does it again. */
  async reading<T>(work: (source: ReadSource) => Promise<T>): Promise<T> {
    const outcome = await this.#circuit.execute(() => this.#onReader(work)).catch(() => undefined)
    return outcome && 'value' in outcome ? outcome.value : work(this.writer)
  }

  /** @throws for faults of the reader */
  async #onReader<T>(work: (source: ReadSource) => Promise<T>): Promise<Outcome<T>> {
    let wanted: string
    try {
      const [committed] = position.parse(await this.writer.prisma.$queryRaw(COMMITTED))
      wanted = committed.position
    } catch (failed) {
      return { failed }
    }
    let begun: () => void = () => undefined
    const beginning = new Promise<void>((resolve) => (begun = resolve))
    let isLate = false
    let failed: { failed: unknown } | undefined
    const reading = this.reader.$transaction(
      async (tx) => {
        await catchUp(tx, wanted, () => isLate)
        begun()
        try {
          return { value: await work({ prisma: tx, readJson: readJsonWithin(tx) }) }
        } catch (error) {
          if (!isDatabaseUnavailable(error)) failed = { failed: error }
          throw error
        }
      },
      { maxWait: BEGIN_MS, timeout: LONGEST_READ_MS },
    )
    const limit = wait(BEGIN_MS, 'late' as const, { ref: false })
    try {
      if ((await Promise.race([reading.then(() => 'read' as const), beginning, limit])) === 'late') {
        isLate = true
        reading.catch(() => undefined)
        throw new Error('The reader is away or behind')
      }
      return await reading
    } catch (error) {
      if (failed) return failed
      throw error
    }
  }
}

/** Polls until the reader has reached the position, or the call is given up. */
async function catchUp(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, wanted: string, isLate: () => boolean): Promise<void> {
  for (let pause = FIRST_LOOK_MS; ; pause *= 2) {
    const [{ isThere }] = progress.parse(await tx.$queryRaw(hasReached(wanted)))
    if (isLate()) throw new Error('The reader was too late')
    if (isThere) return
    await wait(pause)
  }
}
