import PgBoss from 'pg-boss'
import type { Prisma } from '~/generated/prisma/client'
import type { ChangeHub } from '~/server/platform/change-feed/change-hub'
import type { Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'
import { Consumer, type JobKind } from './consumer'
import { executorIn, executorOn } from './executor'

const SCHEMA = 'shop_queue'
const ANNOUNCED = 'jobs'
/** New jobs are announced; polling finds those whose pause is over, and those of dead processes (ms). */
const POLL_MS = 10_000
/** Failed jobs stay visible for this long. */
const FAILED_KEPT_DAYS = 30
const DAY_SECONDS = 24 * 60 * 60

interface Deps {
  db: Database
  hub: ChangeHub
  log: Logger
}

export interface PostOptions {
  id?: string
  inSeconds?: number
  /** In a `stately` queue, jobs of one key count as one. */
  key?: string
}

const MOST_DEATHS = 100

/**
 * pg-boss on either engine (docs/decisions/013): jobs are written in the causing transaction and run at least once, in one process at a
 * time.
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #consumers = new Map<string, Consumer<unknown>>()
  readonly #posted = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #isStopped = false

  constructor(private readonly deps: Deps) {
    this.#boss = new PgBoss({
      schema: SCHEMA,
      db: executorOn(deps.db),
      // pg-boss's timers would keep the process alive and write each minute; `poll` and `cleanUp` replace them.
      supervise: false,
      schedule: false,
      migrate: false,
      archiveFailedAfterSeconds: FAILED_KEPT_DAYS * DAY_SECONDS,
      deleteAfterHours: 1,
    })
    this.#boss.on('error', (err) => {
      deps.log.warn({ err }, 'The job queue met an error')
    })
  }

  add<T>(kind: JobKind<T>): void {
    const consumer = new Consumer<unknown>(
      { ...kind, run: ({ id, data }) => kind.run({ id, data: kind.data.parse(data) }) },
      { boss: this.#boss, prisma: this.deps.db.prisma, log: this.deps.log },
    )
    this.#consumers.set(kind.name, consumer)
  }

  /** In a `stately` queue a second waiting job of a key is dropped. */
  async post(tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>, name: string, data: object, options: PostOptions = {}): Promise<void> {
    const { id, inSeconds, key } = options
    this.#posted.add(name)
    await this.#boss.send(name, data, {
      db: executorIn(tx),
      retryLimit: MOST_DEATHS,
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(id === undefined ? {} : { id }),
      ...(inSeconds === undefined ? {} : { startAfter: inSeconds }),
    })
  }

  async postMany(
    tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>,
    name: string,
    jobs: readonly { id: string; data: object }[],
    { inSeconds }: Pick<PostOptions, 'inSeconds'> = {},
  ): Promise<void> {
    this.#posted.add(name)
    const startAfter = inSeconds === undefined ? {} : { startAfter: `${inSeconds} seconds` }
    await this.#boss.insert(
      jobs.map(({ id, data }) => ({ id, name, data, retryLimit: MOST_DEATHS, ...startAfter })),
      { db: executorIn(tx) },
    )
  }

  /** Withdraws jobs that are not due yet. @returns their ids */
  withdraw(
    tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
    name: string,
    ids: readonly string[],
  ): Promise<{ id: string; data: unknown }[]> {
    return tx.$queryRaw<{ id: string; data: unknown }[]>`
      DELETE FROM shop_queue.job WHERE name = ${name} AND id = ANY (${[...ids]}::uuid[]) AND state = 'created' AND start_after > now()
      RETURNING id::text, data`
  }

  async postAlone(name: string, data: object, options?: PostOptions): Promise<void> {
    await this.post(this.deps.db.prisma, name, data, options)
    const { inSeconds } = options ?? {}
    // Jobs that are not due are not announced. If this process is gone by then, another one's poll finds them.
    if (inSeconds !== undefined && inSeconds > 0) this.#consumers.get(name)?.wakeIn(inSeconds)
  }

  async bringForward(name: string, key: string, inSeconds: number): Promise<void> {
    await this.deps.db.prisma.$executeRaw`
      UPDATE shop_queue.job SET start_after = now() + make_interval(secs => ${inSeconds})
      WHERE name = ${name} AND singleton_key = ${key} AND state = 'created' AND start_after > now() + make_interval(secs => ${inSeconds})`
  }

  async remove(tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>, name: string, ids: string[]): Promise<void> {
    await this.#boss.deleteJob(name, ids, { db: executorIn(tx) })
  }

  /** pg-boss's own start would only check its tables, which the migrations have made. */
  start(): void {
    const { hub } = this.deps
    hub.on('change', ({ table, id }) => {
      if (table === ANNOUNCED && id !== null) this.#consumers.get(id)?.wake()
    })
    hub.on('reset', () => void this.poll())
    hub.beforeStop(() => this.stop())
    this.#timer = setInterval(() => void this.poll(), POLL_MS)
    this.#timer.unref()
    void this.poll()
  }

  /** Releases jobs marked as running; only before `start`, and if no other process can have the database open. */
  async releaseActive(): Promise<void> {
    const left = await this.deps.db.prisma.$queryRaw<{ name: string; ids: string[] }[]>`
      SELECT name, array_agg(id::text) AS ids FROM shop_queue.job WHERE state = 'active' GROUP BY name`
    for (const { name, ids } of left) await this.#boss.fail(name, ids)
  }

  poll(): Promise<void> {
    return (this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
    }))
  }

  async #poll(): Promise<void> {
    if (this.#isStopped) return
    try {
      const due = await this.deps.db.prisma.$queryRaw<{ name: string; hasRunOut: boolean }[]>`
        SELECT name, bool_or(state = 'active') AS "hasRunOut" FROM shop_queue.job
        WHERE (state < 'active' AND start_after < now()) OR (state = 'active' AND started_on + expire_in < now())
        GROUP BY name`
      // Expired jobs wait again afterwards, and are announced.
      if (due.some(({ hasRunOut }) => hasRunOut)) await this.#boss.expire()
      for (const { name } of due) this.#consumers.get(name)?.wake()
    } catch (err) {
      this.deps.log.warn({ err }, 'The job queue could not be looked at; tried again later')
    }
  }

  async cleanUp(): Promise<void> {
    await this.#boss.maintain()
  }

  async settled(): Promise<void> {
    for (;;) {
      for (const name of this.#posted) this.#consumers.get(name)?.wake()
      this.#posted.clear()
      const underWay = [...this.#consumers.values()].flatMap((consumer) => consumer.underWay)
      if (underWay.length === 0) return
      await Promise.all(underWay)
    }
  }

  /** Waits for running jobs; the rest stays for the next process. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const consumer of this.#consumers.values()) consumer.stop()
    await this.#polling
    await Promise.all([...this.#consumers.values()].flatMap((consumer) => consumer.underWay))
  }
}
