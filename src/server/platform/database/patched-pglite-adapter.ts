import type { PGlite, Transaction as PGliteTransaction, QueryOptions } from '@electric-sql/pglite'
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { asAdapterError } from './connection-errors'
import { withoutConcurrency } from './migration-script'
import type { StatementWatch } from './statement-watch'

/**
 * Prisma's adapter for the embedded database, with three faults of pglite-prisma-adapter 0.7.2
 * patched: there a failed COMMIT counts as success, the isolation level is set outside the
 * transaction and so has no effect, and a script that fails is not reported (docs/decisions/001).
 * Reading and writing of single statements is the library's own.
 */

type Queryable = Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw'>

/**
 * The library's statements over a connection, or over a transaction of it.
 *
 * The library hands its readers of columns to each query, and the engine would then put them together with the hundreds of
 * its own, one for each table's array type, each time: a tenth of a query's time. Here they are the connection's, once.
 */
const statements = (client: PGlite, target: PGlite | PGliteTransaction): Promise<SqlDriverAdapter> => {
  const query = (sql: string, values: unknown[], { parsers, ...options }: QueryOptions) => {
    if (parsers && !parserSets.has(client)) {
      Object.assign(client.parsers, parsers)
      parserSets.add(client)
    }
    return target.query(sql, values, options)
  }
  // All that it calls of its client, but for what PatchedAdapter does itself.
  return new PrismaPGlite({ query } as unknown as PGlite).connect()
}

/** The connections that have the library's readers. */
const parserSets = new WeakSet<PGlite>()

class PatchedTransaction implements Transaction {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-patched'
  // Commit and rollback are this class's own: Prisma must not send them as statements too.
  readonly options = { usePhantomQuery: true }

  constructor(
    private readonly tx: PGliteTransaction,
    private readonly queries: Queryable,
    private readonly finish: () => void,
    private readonly finished: Promise<void>,
  ) {}

  queryRaw(query: SqlQuery) {
    return this.queries.queryRaw(query)
  }

  executeRaw(query: SqlQuery) {
    return this.queries.executeRaw(query)
  }

  async commit() {
    try {
      // PostgreSQL answers COMMIT of a failed transaction with a quiet ROLLBACK. This statement
      // fails in such a transaction, and it runs the deferred checks while they can be reported.
      await this.tx.query('SET CONSTRAINTS ALL IMMEDIATE')
    } catch (error) {
      await this.rollback()
      throw asAdapterError(error)
    }
    this.finish()
    await this.finished.catch((error: unknown) => {
      throw asAdapterError(error)
    })
  }

  async rollback() {
    if (!this.tx.closed) await this.tx.rollback()
    this.finish()
    await this.finished
  }

  // Prisma nests transactions by savepoints where the adapter offers them.
  async createSavepoint(name: string) {
    await this.tx.exec(`SAVEPOINT ${name}`)
  }

  async rollbackToSavepoint(name: string) {
    await this.tx.exec(`ROLLBACK TO SAVEPOINT ${name}`)
  }

  async releaseSavepoint(name: string) {
    await this.tx.exec(`RELEASE SAVEPOINT ${name}`)
  }
}

class PatchedAdapter implements SqlDriverAdapter {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-patched'

  constructor(
    private readonly client: PGlite,
    private readonly queries: Queryable,
    private readonly watch: StatementWatch,
    private readonly dispose_: () => Promise<void>,
  ) {}

  queryRaw(query: SqlQuery) {
    return this.queries.queryRaw(query)
  }

  executeRaw(query: SqlQuery) {
    return this.queries.executeRaw(query)
  }

  async executeScript(script: string) {
    try {
      await this.client.exec(withoutConcurrency(script))
    } catch (error) {
      throw asAdapterError(error)
    }
  }

  getConnectionInfo() {
    return { supportsRelationJoins: true }
  }

  startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      const finished = this.client.transaction(async (tx) => {
        if (isolationLevel) await tx.exec(`SET TRANSACTION ISOLATION LEVEL ${isolationLevel}`)
        const queries = this.watch.over(await statements(this.client, tx))
        await new Promise<void>((finish) => {
          resolve(new PatchedTransaction(tx, queries, finish, finished))
        })
      })
      // Before `resolve` this is a failed start; after it the caller hears of it through commit().
      finished.catch((error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  dispose() {
    return this.dispose_()
  }
}

/** The adapter factory for an open embedded database, fit for the client and the schema engine. */
export class EmbeddedAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-patched'

  constructor(
    private readonly client: PGlite,
    private readonly openShadow: () => Promise<PGlite>,
    private readonly watch: StatementWatch,
  ) {}

  async connect(): Promise<SqlDriverAdapter> {
    return this.#patched(this.client, () => Promise.resolve())
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const shadow = await this.openShadow()
    return this.#patched(shadow, () => shadow.close())
  }

  async #patched(client: PGlite, dispose: () => Promise<void>): Promise<SqlDriverAdapter> {
    return new PatchedAdapter(client, this.watch.over(await statements(client, client)), this.watch, dispose)
  }
}
