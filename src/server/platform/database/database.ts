import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { PrismaClient } from '~/generated/prisma/client'
import type { JsonReader } from './column-values'
import type { ReadSource } from './read-replica'

/** What a listener is told (see `Database.listen`). */
export interface ListenHandlers {
  /** A NOTIFY arrived; the text is its payload. */
  message: (payload: string) => void
  /** The listener is connected, at first or again: whatever happened before may have been missed. */
  connected: () => void
  /** The connection is gone and being made anew. */
  lost: (reason: Error) => void
}

/** How busy a database is, for metrics. */
export interface DatabaseLoad {
  /** Statements that wait or are being answered. */
  pending: number
  /** The connections of a server, and how many statements and transactions wait for one. */
  pool?: { total: number; idle: number; waiting: number }
  /** Whether the reader is asked, where there is one. */
  isReplicaUsed?: boolean
}

/** A copy of an embedded database. */
export interface FilesCopy {
  /** The moment. */
  at: Date
  /** How long calls may have waited for it (ms). */
  heldMs: number
}

/**
 * Makes a directory that `openEmbedded` opens. Others go on reading and writing until its last moment.
 * @param dataDir where the copy goes, without its last folder `db`
 */
export type CopyFiles = (dataDir: string, signal: AbortSignal) => Promise<FilesCopy>

/** An open database over either engine. */
export interface Database extends JsonReader {
  readonly engine: 'embedded' | 'postgres'
  readonly prisma: PrismaClient
  /**
   * Does work that only reads, and is heavy, where it keeps the writer from nothing: on a reader (DATABASE_READ_URL), which has what
   * was written before the call. Without one, or while it is away or behind, here. The work may be done twice.
   */
  reading<T>(work: (source: ReadSource) => Promise<T>): Promise<T>
  /** For the schema engine alone (migrations). */
  readonly adapter: SqlMigrationAwareDriverAdapterFactory
  /**
   * Listens on a NOTIFY channel until the answered function is called. Resolves once the first
   * connection listens; reconnects by itself.
   */
  listen(channel: string, handlers: ListenHandlers): Promise<() => Promise<void>>
  /** Runs the work while no other process of the same database runs such work (migrations, seed). */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Asks apart from the calls' connections how the database is; the rows of a statement without parameters. */
  probe(sql: string): Promise<Record<string, unknown>[]>
  load(): DatabaseLoad
  /** Copies the files of an embedded database as they are at one moment; absent where there are none. */
  copyFiles?: CopyFiles
  close(): Promise<void>
}

/** One engine takes statements one by one: waiting for a transaction may take this long (ms). */
export const TRANSACTION_OPTIONS = { maxWait: 10_000, timeout: 20_000 } as const
