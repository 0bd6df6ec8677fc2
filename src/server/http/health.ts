import { readMigrations } from '~/server/platform/database/migrate'
import { FINISHED_MIGRATIONS } from '~/server/platform/database/migration-history'
import type { Services } from '~/server/services'

/**
 * A question that may hang, asked once at a time on behalf of everybody who wants to know: however many ask and
 * however long the answer takes, one is under way.
 */
export class SharedProbe<T> {
  #running: Promise<T | undefined> | undefined

  constructor(
    private readonly ask: () => Promise<T>,
    /** How long a caller waits (ms). */
    private readonly limitMs = 100,
  ) {}

  /** The answer; undefined when it failed or did not come within the limit. Never rejects. */
  async get(): Promise<T | undefined> {
    this.#running ??= this.#asked()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      // After a moment in which this process itself was busy, an answer that has come is read first.
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

/** Why a process should not be sent requests at the moment. */
type Unready = 'database' | 'migrations' | 'change feed' | 'stopping'

/** What is wrong without keeping the process from serving. */
type Warning = 'disk full'

export interface Health {
  /** Whether the database answers, within 100 ms. */
  answers(): Promise<boolean>
  /** What keeps the process from serving; empty when it is ready. */
  unready(): Promise<Unready[]>
  /** What somebody should see to although the process serves: another one would have the same disk. */
  warnings(): Promise<Warning[]>
}

/**
 * Asks the database how it is, on a connection apart from those of the calls, so that neither a hanging database nor
 * many who ask take anything from anybody (docs/decisions/021).
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
