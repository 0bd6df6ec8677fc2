import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory, SqlQuery, Transaction } from '@prisma/driver-adapter-utils'
import type { Client } from 'pg'
import { asAdapterError } from './connection-errors'
import { runMigrationScript } from './migration-script'
import type { StatementWatch } from './statement-watch'
import { withOneRetry } from './retry-transactions'

/**
 * Patches two faults of @prisma/adapter-pg 7.10.0 (docs/decisions/001, 002): it takes the ROLLBACK that answers a failed COMMIT for
 * success, and cuts a script at every semicolon, even in a function's body.
 */
export class PatchedPg implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName

  constructor(
    private readonly inner: PrismaPg,
    private readonly newClient: () => Client,
    private readonly watch: StatementWatch,
    private readonly onWait?: () => void,
  ) {
    this.adapterName = inner.adapterName
  }

  async connect(): Promise<SqlDriverAdapter> {
    return this.#patched(await this.inner.connect())
  }

  connectToShadowDb(): Promise<SqlDriverAdapter> {
    return this.inner.connectToShadowDb()
  }

  #patched(inner: SqlDriverAdapter): SqlDriverAdapter {
    return {
      provider: inner.provider,
      adapterName: inner.adapterName,
      ...withRetriedStatements(this.watch.over(inner)),
      startTransaction: async (isolationLevel) => withCheckedCommit(await inner.startTransaction(isolationLevel), this.watch),
      ...(inner.getConnectionInfo ? { getConnectionInfo: inner.getConnectionInfo.bind(inner) } : {}),
      dispose: () => inner.dispose(),
      executeScript: (script) => this.#runWhole(script),
    }
  }

  async #runWhole(script: string): Promise<void> {
    try {
      await runMigrationScript(this.newClient, script, this.onWait)
    } catch (error) {
      throw asAdapterError(error)
    }
  }
}

const withRetriedStatements = ({ queryRaw, executeRaw }: Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw'>) => ({
  queryRaw: (query: SqlQuery) => withOneRetry(() => queryRaw(query)),
  executeRaw: (query: SqlQuery) => withOneRetry(() => executeRaw(query)),
})

/** Fails in a broken transaction, and runs deferred checks while their errors can still be reported. */
const COMMIT_CHECK: SqlQuery = { sql: 'SET CONSTRAINTS ALL IMMEDIATE', args: [], argTypes: [] }

const ROLLBACK: SqlQuery = { sql: 'ROLLBACK', args: [], argTypes: [] }

/** After a failed COMMIT Prisma does not call `commit`, which releases the connection, so it is released here. */
function withCheckedCommit(inner: Transaction, watch: StatementWatch): Transaction {
  const { queryRaw, executeRaw } = watch.over(inner)
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    options: inner.options,
    queryRaw,
    executeRaw: async (query) => {
      if (query.sql === 'COMMIT') {
        try {
          await executeRaw(COMMIT_CHECK)
        } catch (error) {
          await inner.executeRaw(ROLLBACK).catch(() => undefined)
          await inner.rollback()
          throw error
        }
      }
      return executeRaw(query)
    },
    commit: () => inner.commit(),
    rollback: () => inner.rollback(),
    ...(inner.createSavepoint ? { createSavepoint: inner.createSavepoint.bind(inner) } : {}),
    ...(inner.rollbackToSavepoint ? { rollbackToSavepoint: inner.rollbackToSavepoint.bind(inner) } : {}),
    ...(inner.releaseSavepoint ? { releaseSavepoint: inner.releaseSavepoint.bind(inner) } : {}),
  }
}
