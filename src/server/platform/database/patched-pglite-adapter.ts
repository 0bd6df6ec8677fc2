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
 * Patches three faults of pglite-prisma-adapter 0.7.2 (docs/decisions/001): it reports a failed COMMIT as success, sets the isolation level
 * outside the transaction, and does not report a failed script. Types made by a script are known at once.
 */

type Queryable = Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw'>

/** The engine merges hundreds of readers with each query's, a tenth of its time. Here the connection gets them once. */
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

const parserSets = new WeakSet<PGlite>()

const MAKES_TYPES = /\bCREATE\s+(?:TYPE|DOMAIN)\b/i

/**
 * The engine learns how arrays are written as it opens. For a later type it would write ['a', 'b'] as 'a,b', no array: a shop's first start
 * applies migrations and goes on with the same engine.
 */
async function learnTypes(client: PGlite): Promise<void> {
  await client.refreshArrayTypes()
  parserSets.delete(client)
}

/** Free bytes for two files of the engine's log. */
const LEAST_FREE = 32 * 1024 * 1024

const CHANGES = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/i

/** A disk that fills during a commit hangs the engine (PGlite 0.5, `npm run load disk-full`). @param directory undefined for memory */
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
  // This class sends COMMIT and ROLLBACK, so Prisma must not.
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
      // In a broken transaction COMMIT would be a quiet ROLLBACK; this fails, and runs deferred checks while errors can be reported.
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

  // Prisma nests transactions by savepoints if the adapter has them.
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
