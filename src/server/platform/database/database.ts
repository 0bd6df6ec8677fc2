import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { PrismaClient } from '~/generated/prisma/client'
import type { JsonReader } from './column-values'

/** Callbacks of `Database.listen`. */
export interface ListenHandlers {
  /** A NOTIFY arrived, with this payload. */
  message: (payload: string) => void
  /** Connected, for the first time or again: earlier notifications may have been missed. */
  connected: () => void
  /** The connection is lost and is being made again. */
  lost: (reason: Error) => void
}

/** The load of a database, for metrics. */
export interface DatabaseLoad {
  /** Statements that wait or are being answered. */
  pending: number
  /** Connections of a server, and the statements and transactions that wait for one. */
  pool?: { total: number; idle: number; waiting: number }
}

/** A copy of an embedded database. */
export interface FilesCopy {
  /** The moment that the copy shows. */
  at: Date
  /** The longest time that calls may have waited for the copy (ms). */
  heldMs: number
}

/**
 * Copies the database into a directory that `openEmbedded` opens. Others read and write until the last moment of it.
 * @param dataDir the copy's parent folder, without `db`
 */
export type CopyFiles = (dataDir: string, signal: AbortSignal) => Promise<FilesCopy>

export interface Database extends JsonReader {
  readonly engine: 'embedded' | 'postgres'
  readonly prisma: PrismaClient
  /** For the schema engine alone. */
  readonly adapter: SqlMigrationAwareDriverAdapterFactory
  /**
   * Listens on a NOTIFY channel and reconnects by itself. Resolves once the first connection listens.
   * @returns the function that stops listening
   */
  listen(channel: string, handlers: ListenHandlers): Promise<() => Promise<void>>
  /** Runs work that no other process of the same database does meanwhile (migrations, seed). */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Runs a statement without parameters on a connection apart from the pool. */
  probe(sql: string): Promise<Record<string, unknown>[]>
  load(): DatabaseLoad
  /** Copies the files of an embedded database as of one moment; absent for a server. */
  copyFiles?: CopyFiles
  close(): Promise<void>
}

/** `maxWait` (ms) is long because the embedded engine takes statements one by one. */
export const TRANSACTION_OPTIONS = { maxWait: 10_000, timeout: 20_000 } as const
