import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { isUpToDate } from './migration-history'
import { withSchemaEngine } from './schema-engine'

/** The project's Prisma folder: the server and the scripts run in the project's root. */
const prismaFolder = () => path.resolve('prisma')
const filters = { externalTables: [], externalEnums: [] }

function schemaFiles(): SchemasContainer {
  const file = path.join(prismaFolder(), 'schema.prisma')
  return { files: [{ path: file, content: readFileSync(file, 'utf8') }] }
}

/**
 * The migrations of prisma/migrations as the engine wants them.
 * @param only these, instead of all
 */
export function readMigrations(only?: ReadonlySet<string>): MigrationList {
  const baseDir = path.join(prismaFolder(), 'migrations')
  const folders = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => !only || only.has(name))
    .sort()
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: readFileSync(path.join(baseDir, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: folders.map((folder) => ({
      path: folder,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: readFileSync(path.join(baseDir, folder, 'migration.sql'), 'utf8') },
      },
    })),
  }
}

/**
 * Applies what is missing and answers the names of the migrations applied now. A migration that a
 * crash cut short is run again: each is one implicit transaction, so nothing of it has stayed.
 * @param only no others than these
 */
export async function applyMigrations(adapter: SqlMigrationAwareDriverAdapterFactory, only?: ReadonlySet<string>): Promise<string[]> {
  const migrationsList = readMigrations(only)
  if (await isUpToDate(adapter, migrationsList)) return []
  return withSchemaEngine(adapter, schemaFiles(), async (engine) => {
    const { failedMigrationNames } = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters })
    for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
    return appliedMigrationNames
  })
}

/** The SQL that would bring this database to schema.prisma; empty text when they agree. */
export function schemaDifference(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string> {
  const schema = schemaFiles()
  return withSchemaEngine(adapter, schema, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', ...schema, configDir: prismaFolder() },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters,
    })
    return (stdout ?? '').replace(/^-- This is an empty migration\.\s*$/m, '').trim()
  })
}
