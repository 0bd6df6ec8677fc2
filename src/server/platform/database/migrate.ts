import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  bindMigrationAwareSqlAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { type MigrationList, SchemaEngine, type SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { isUpToDate } from './migration-history'

/** The schema engine's program is not in the npm registry, and its package expects a bundler for .wasm files (docs/decisions/002). */

let ready: Promise<void> | undefined

async function instantiate(): Promise<void> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports })
  const exports = instance.exports as WebAssembly.Exports & { __wbindgen_start: () => void }
  ;(bindings as unknown as { __wbg_set_wasm: (wasm: WebAssembly.Exports) => void }).__wbg_set_wasm(exports)
  exports.__wbindgen_start()
}

/** The engine leaves connections open, and with them its lock. */
function closable(adapter: SqlMigrationAwareDriverAdapterFactory) {
  const open: SqlDriverAdapter[] = []
  const noted = async (connecting: Promise<SqlDriverAdapter>) => {
    const connection = await connecting
    open.push(connection)
    return connection
  }
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: () => noted(adapter.connect()),
    connectToShadowDb: () => noted(adapter.connectToShadowDb()),
  }
  return { factory, close: () => Promise.all(open.map((connection) => connection.dispose())) }
}

async function withSchemaEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  schema: SchemasContainer,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  ready ??= instantiate()
  await ready
  const { factory, close } = closable(adapter)
  const datamodels = schema.files.map((file): [string, string] => [file.path, file.content])
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(factory))
  try {
    return await work(engine)
  } finally {
    engine.free()
    await close()
  }
}

/** The server and the scripts run in the project's root. */
const prismaFolder = () => path.resolve('prisma')
const filters = { externalTables: [], externalEnums: [] }

function schemaFiles(): SchemasContainer {
  const file = path.join(prismaFolder(), 'schema.prisma')
  return { files: [{ path: file, content: readFileSync(file, 'utf8') }] }
}

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
 * A migration cut short by a crash runs again: each is one implicit transaction.
 * @param only these
 * @returns names of those applied now
 * @throws {FormerVersionError} for a database of version 1
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

/**
 * Partial in the database: one account and one buyer of each user that no merge has moved. The schema calls the column unique, so that
 * queries can use it; the engine sees no partial index and would make a whole one.
 */
const partialIndexes = /-- CreateIndex\nCREATE UNIQUE INDEX "(?:buyers|credit_accounts)_user_id_key" [^;]*;\n?/g

/** Empty if the database agrees with schema.prisma. */
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
    return (stdout ?? '')
      .replace(/^-- This is an empty migration\.\s*$/m, '')
      .replace(partialIndexes, '')
      .trim()
  })
}
