import { readMigrations } from '~/server/platform/database/migrate'
import { FINISHED_MIGRATIONS } from '~/server/platform/database/migration-history'
import type { Services } from '~/server/services'

/** Runs a probe that may hang once at a time for all callers. */
export class SharedProbe<T> {
  #running: Promise<T | undefined> | undefined

  constructor(
    private readonly ask: () => Promise<T>,
    /** Milliseconds that a caller waits. */
    private readonly limitMs = 100,
  ) {}

  async get(): Promise<T | undefined> {
    this.#running ??= this.#asked()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      // After a busy moment, an arrived answer is read first.
      timer = setTimeout(() => {
        setImmediate(resolve, undefined)
      }, this.limitMs)
    })
    try {
      return await Promise.race([this.#running, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #asked(): Promise<T | undefined> {
    try {
      return await this.ask()
    } catch {
      return undefined
    } finally {
      this.#running = undefined
    }
  }
}

type Unready = 'database' | 'migrations' | 'change feed' | 'stopping'

type Warning = 'disk full'

export interface Health {
  /** Within 100 ms. */
  answers(): Promise<boolean>
  unready(): Promise<Unready[]>
  /** Faults that another process would have too. */
  warnings(): Promise<Warning[]>
}

/** Uses a connection apart from calls, so that neither a hanging database nor many checks affect them (docs/decisions/027). */
export function createHealth({ db, hub, disk }: Pick<Services, 'db' | 'hub' | 'disk'>, isStopping: () => boolean): Health {
  const wanted = readMigrations().migrationDirectories.map(({ path }) => path)
  const alive = new SharedProbe(async () => {
    await db.probe('SELECT 1')
    return true
  })
  const migrated = new SharedProbe(async () => {
    const applied = new Set((await db.probe(FINISHED_MIGRATIONS)).map(({ name }) => name))
    return wanted.every((name) => applied.has(name))
  })
  const full = new SharedProbe(() => disk.isFull())
  const answers = async () => (await alive.get()) === true
  return {
    answers,
    async unready() {
      const [database, migrations] = await Promise.all([answers(), migrated.get()])
      const found: (Unready | false)[] = [
        isStopping() && 'stopping',
        !database && 'database',
        database && !migrations && 'migrations',
        !hub.listening && 'change feed',
      ]
      return found.filter((reason) => reason !== false)
    },
    warnings: async () => ((await full.get()) === true ? ['disk full'] : []),
  }
}
