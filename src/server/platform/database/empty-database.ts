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

/**
 * The file of the build with a database that has the present migrations and no rows (make-empty-database.ts). A new shop unpacks it in a
 * second; to make a database and migrate it takes eight.
 */
export const emptyDatabaseFile = (): string => path.resolve('dist', `empty-database-${migrationsKey()}.tar.gz`)
