import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { PrismaClient } from '~/generated/prisma/client'
import type { JsonReader } from './column-values'

export interface ListenHandlers {
  message: (payload: string) => void
  /** For the first time or again: earlier notifications may have been missed. */
  connected: () => void
  lost: (reason: Error) => void
}

export interface DatabaseLoad {
  pending: number
  /** Of a server; `waiting` counts what waits for a connection. */
  pool?: { total: number; idle: number; waiting: number }
}

export interface FilesCopy {
  at: Date
  heldMs: number
}

/** Others read and write until the last moment. @param dataDir the copy's parent folder, without `db` */
export type CopyFiles = (dataDir: string, signal: AbortSignal) => Promise<FilesCopy>

export interface Database extends JsonReader {
  readonly engine: 'embedded' | 'postgres'
  readonly prisma: PrismaClient
  readonly adapter: SqlMigrationAwareDriverAdapterFactory
  /** Reconnects by itself; resolves once the first connection listens. @returns stops listening */
  listen(channel: string, handlers: ListenHandlers): Promise<() => Promise<void>>
  /** Excludes other processes of the database (migrations, seed). */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Uses a connection apart from the pool; no parameters. */
  probe(sql: string): Promise<Record<string, unknown>[]>
  load(): DatabaseLoad
  /** As of one moment; absent for a server. */
  copyFiles?: CopyFiles
  close(): Promise<void>
}

/** `maxWait` (ms) is long, as the embedded engine takes statements one by one. */
export const TRANSACTION_OPTIONS = { maxWait: 10_000, timeout: 20_000 } as const
