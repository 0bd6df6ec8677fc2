import { createHash } from 'node:crypto'
import path from 'node:path'
import { engineVersion } from './engine-version'
import { readMigrations } from './migrate'

/** Short for the embedded engine and the present migrations, word for word. */
export const migrationsKey = (): string =>
  createHash('sha256')
    .update(JSON.stringify([engineVersion(), readMigrations().migrationDirectories]))
    .digest('hex')
    .slice(0, 16)

/** Migrated and empty, made by the build (make-empty-database.ts): unpacking takes a second, migrating eight. */
export const emptyDatabaseFile = (): string => path.resolve('dist', `empty-database-${migrationsKey()}.tar.gz`)
