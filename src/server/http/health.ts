import { readMigrations } from '~/server/platform/database/migrate'
import { FINISHED_MIGRATIONS } from '~/server/platform/database/migration-history'
import type { Services } from '~/server/services'

/** A probe that may hang, shared by all callers: one is under way at a time, however many ask and however long it takes. */
export class SharedProbe<T> {
  #running: Promise<T | undefined> | undefined

  constructor(
    private readonly ask: () => Promise<T>,
    /** Longest wait of a caller (ms). */
    private readonly limitMs = 100,
  ) {}

  /** The answer; undefined if it failed or did not come in time. Never rejects. */
  async get(): Promise<T | undefined> {
    this.#running ??= this.#asked()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      // After a busy moment of this process, an answer that has arrived is read first.
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

/** A reason to send the process no requests for now. */
type Unready = 'database' | 'migrations' | 'change feed' | 'stopping'

/** A fault that does not stop the process from serving. */
type Warning = 'disk full'

export interface Health {
  /** True if the database answers within 100 ms. */
  answers(): Promise<boolean>
  /** The reasons not to serve; empty when ready. */
  unready(): Promise<Unready[]>
  /** Faults for an operator although the process serves: another one would have the same disk. */
  warnings(): Promise<Warning[]>
}

/**
 * Checks the database on a connection apart from those of the calls, so that neither a hanging database nor many checks affect anybody
 * (docs/decisions/027).
 */
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
