import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'graphql'
import * as z from 'zod'
import { reduceSchema } from './tools/reduce-schema'
import { CURRENT_VERSION, introspection, keptVersions, schemaFile, schemaSources } from './tools/shop-types'

/**
 * `npm run shop:schemas`: stores the parts of the platform's schemas that the operations use, for the current version and each newer one.
 * The full schemas come from a package that includes a command line tool: it is downloaded here and never installed.
 */
const PACKAGE = '@shopify/dev-mcp@1.16.0'
const SCHEMAS = 'package/dist/data'

const folder = mkdtempSync(join(tmpdir(), 'shop-schemas-'))
try {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', packed], { cwd: folder })
  for (const { api, source, operations } of schemaSources) {
    for (const version of keptVersions(api)) rmSync(schemaFile(api, version))
    const published = readdirSync(join(folder, SCHEMAS)).flatMap((name) => new RegExp(`^${source}_(.+)\\.json\\.gz$`).exec(name)?.[1] ?? [])
    for (const version of published.filter((each) => each >= CURRENT_VERSION)) {
      const packedSchema = readFileSync(join(folder, SCHEMAS, `${source}_${version}.json.gz`))
      const { data } = z.object({ data: introspection }).parse(JSON.parse(gunzipSync(packedSchema).toString()))
      const documents = Object.values(operations).map((text) => parse(text))
      const file = schemaFile(api, version)
      writeFileSync(file, `# Written by \`npm run shop:schemas\` from ${PACKAGE}.\n${reduceSchema(data, documents)}`)
      console.log(`Wrote ${file}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
