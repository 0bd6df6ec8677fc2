import { setTimeout as wait } from 'node:timers/promises'
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll } from 'cockatiel'
import * as z from 'zod'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { readJsonWithin, type JsonReader } from './column-values'
import { isDatabaseUnavailable } from './connection-errors'

/** What reads: the writer, or a transaction on a reader that refuses to write. */
export interface ReadSource extends JsonReader {
  readonly prisma: Pick<Prisma.TransactionClient, '$queryRaw' | 'newsletterSubscriber'>
}

/** Until a reader has a connection and has got what the writer had when the call came, nobody waits longer (ms). */
const BEGIN_MS = 500
/** A reader that was away or behind twice in a row is left alone so long; then one call tries it (ms). */
const LEFT_ALONE_MS = 2_000
const FAILURES = 2
const LONGEST_READ_MS = 60_000
const FIRST_LOOK_MS = 5

const position = z.tuple([z.object({ position: z.string() })])
const progress = z.tuple([z.object({ isThere: z.boolean() })])

/** How far commits have come that a reader can get: those that nobody waits for on the disk are further. */
const COMMITTED = Prisma.sql`
  SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS position`

/**
 * Whether the reader has come so far; one that has become the writer has. The transaction is one that only reads, in a session that
 * plans as the writer's do, whether or not a pooler is in between.
 */
const hasReached = (wanted: string) => Prisma.sql`
  SELECT set_config('transaction_read_only', 'on', true) || set_config('jit', 'off', true) || set_config('random_page_cost', '1.1', true) IS NOT NULL
    AND (NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= ${wanted}::text::pg_lsn) AS "isThere"`

/** What the reader has read; or that the work itself has failed, which says nothing of the reader. */
type Outcome<T> = { value: T } | { failed: unknown }

/**
 * Reads on a standby what need not come from the writer. The writer says how far it has come when the call begins, and
 * the reader is asked once it has come as far: whoever has written something sees it, whichever process wrote it
 * (docs/decisions/060). A reader that is away, or further behind than a moment, costs nobody more than that moment,
 * and nothing while it is left alone.
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

  /** Whether the reader is asked, as far as is known. */
  get isAsked(): boolean {
    return this.#circuit.state === CircuitState.Closed
  }

  /**
   * Does work that only reads, on the reader where it can be asked, else on the writer. Where the reader fails on the way the
   * writer does the work anew.
   */
  async reading<T>(work: (source: ReadSource) => Promise<T>): Promise<T> {
    const outcome = await this.#circuit.execute(() => this.#onReader(work)).catch(() => undefined)
    return outcome && 'value' in outcome ? outcome.value : work(this.writer)
  }

  /** @throws for what is the reader's fault */
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

/** Looks until the reader has come so far, or until nobody waits for it any more. */
async function catchUp(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, wanted: string, isLate: () => boolean): Promise<void> {
  for (let pause = FIRST_LOOK_MS; ; pause *= 2) {
    const [{ isThere }] = progress.parse(await tx.$queryRaw(hasReached(wanted)))
    if (isLate()) throw new Error('The reader was too late')
    if (isThere) return
    await wait(pause)
  }
}
