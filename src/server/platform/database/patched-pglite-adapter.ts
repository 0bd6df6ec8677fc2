import type { PGlite, Transaction as PGliteTransaction, QueryOptions } from '@electric-sql/pglite'
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import { statfsSync } from 'node:fs'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { asAdapterError } from './connection-errors'
import { withoutConcurrency } from './migration-script'
import type { StatementWatch } from './statement-watch'

/**
 * Prisma's adapter for the embedded database, with three faults of pglite-prisma-adapter 0.7.2 patched: it reports a failed COMMIT as
 * success, sets the isolation level outside the transaction, where it has no effect, and does not report a script that fails
 * (docs/decisions/001). Reading and writing of single statements is the library's own. Types that a script makes are known at once.
 */

type Queryable = Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw'>

/**
 * The library's statements over a connection, or over a transaction of it. The library passes its column readers with each query, and the
 * engine merges them with hundreds of its own each time, a tenth of a query's time. Here the connection gets them once.
 */
const statements = (client: PGlite, target: PGlite | PGliteTransaction): Promise<SqlDriverAdapter> => {
  const query = (sql: string, values: unknown[], { parsers, ...options }: QueryOptions) => {
    if (parsers && !parserSets.has(client)) {
      Object.assign(client.parsers, parsers)
      parserSets.add(client)
    }
    return target.query(sql, values, options)
  }
  // The library calls nothing else of its client; PatchedAdapter does the rest.
  return new PrismaPGlite({ query } as unknown as PGlite).connect()
}

/** Connections that have the library's readers already. */
const parserSets = new WeakSet<PGlite>()

/** Scripts that make types, as migrations do. */
const MAKES_TYPES = /\bCREATE\s+(?:TYPE|DOMAIN)\b/i

/**
 * The engine reads how arrays are written as it opens. Of a type made since then it would write ['a', 'b'] as the text 'a,b', which is no
 * array: the first start of a shop applies the migrations and goes on with the same engine.
 */
async function learnTypes(client: PGlite): Promise<void> {
  await client.refreshArrayTypes()
  // The engine has put its own readers of arrays in the place of the library's.
  parserSets.delete(client)
}

/** So much of the disk stays free of changes (bytes): room for two files of the engine's log. */
const LEAST_FREE = 32 * 1024 * 1024

const CHANGES = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/i

/**
 * Refuses changes while the disk has next to no room. A disk that fills in the middle of a commit, where the log needs its next file,
 * leaves the engine turning in circles, and the process with it (PGlite 0.5, `npm run load disk-full`). Reading goes on.
 * @param directory the engine's own; without it the database is in memory
 */
function withRoom(inner: Queryable, directory: string | undefined): Queryable {
  if (directory === undefined) return inner
  const keepRoom = () => {
    const { bavail, bsize } = statfsSync(directory)
    if (bavail * bsize >= LEAST_FREE) return
    throw new DriverAdapterError({
      ...{ kind: 'postgres', code: '53100', severity: 'ERROR', message: 'No room is left on the disk' },
      ...{ detail: undefined, column: undefined, hint: undefined },
    })
  }
  return {
    queryRaw: async (query) => {
      if (CHANGES.test(query.sql)) keepRoom()
      return inner.queryRaw(query)
    },
    executeRaw: async (query) => {
      keepRoom()
      return inner.executeRaw(query)
    },
  }
}

class PatchedTransaction implements Transaction {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-patched'
  // Prisma must not send COMMIT and ROLLBACK as statements: this class does both.
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
      // Fails in a transaction that a failed statement has ended, where COMMIT would be answered by a quiet ROLLBACK, and runs deferred
      // checks while their errors can still be reported.
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

  // Prisma nests transactions by savepoints where the adapter has them.
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
    private readonly over: (queries: Queryable) => Queryable,
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
      if (MAKES_TYPES.test(script)) await learnTypes(this.client)
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
        const queries = this.over(await statements(this.client, tx))
        await new Promise<void>((finish) => {
          resolve(new PatchedTransaction(tx, queries, finish, finished))
        })
      })
      // Before `resolve` the start has failed; afterwards commit() reports it.
      finished.catch((error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  dispose() {
    return this.dispose_()
  }
}

/** The adapter factory of an open embedded database, for the client and the schema engine. */
export class EmbeddedAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = 'pglite-patched'

  constructor(
    private readonly client: PGlite,
    private readonly openShadow: () => Promise<PGlite>,
    private readonly watch: StatementWatch,
    private readonly directory: string | undefined,
  ) {}

  async connect(): Promise<SqlDriverAdapter> {
    return this.#patched(this.client, () => Promise.resolve())
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const shadow = await this.openShadow()
    return this.#patched(shadow, () => shadow.close())
  }

  async #patched(client: PGlite, dispose: () => Promise<void>): Promise<SqlDriverAdapter> {
    const over = (queries: Queryable) => this.watch.over(withRoom(queries, this.directory))
    return new PatchedAdapter(client, over(await statements(client, client)), over, dispose)
  }
}
