import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine, type SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

/**
 * Prisma's schema engine as WebAssembly: the same engine as the `schema-engine` program, which is
 * not to be had from the npm registry (docs/decisions/002). The package expects a bundler that
 * imports .wasm files; Node 20 does not, so the module is instantiated here.
 */

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

/** The engine on a database, for one use; free it afterwards. */
export async function openSchemaEngine(adapter: SqlMigrationAwareDriverAdapterFactory, schema: SchemasContainer): Promise<SchemaEngine> {
  ready ??= instantiate()
  await ready
  return SchemaEngine.new({ datamodels: schema.files.map((file) => [file.path, file.content]) }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter))
}
