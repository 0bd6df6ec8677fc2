import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
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

/** The adapter's connections, to be closed together: the engine itself leaves them open, and with them its lock. */
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

/** Works with the engine on a database. Its connections, and the advisory lock that it takes, end with the work. */
export async function withSchemaEngine<T>(
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
