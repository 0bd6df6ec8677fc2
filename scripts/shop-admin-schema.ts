import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'graphql'
import * as z from 'zod'
import * as operations from '~/server/catalogue/shop/shopify/admin/operations'
import { reduceSchema } from './tools/admin-schema'
import { introspection } from './tools/shop-types'

/**
 * `npm run shop:admin-schema`: keeps of the Admin API's schema what admin/operations.ts uses. The whole is 3.5 MB in a package of
 * the platform's that brings its command line with it: it is fetched for this alone, and not installed.
 */
const PACKAGE = '@shopify/dev-mcp@1.16.0'
const SCHEMA = 'package/dist/data/admin_2026-04.json.gz'
const KEPT = 'scripts/tools/admin-schema.graphql'

const folder = mkdtempSync(join(tmpdir(), 'shop-admin-schema-'))
try {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', packed, SCHEMA], { cwd: folder })
  const { data } = z.object({ data: introspection }).parse(JSON.parse(gunzipSync(readFileSync(join(folder, SCHEMA))).toString()))
  const documents = Object.values(operations).map((text) => parse(text))
  writeFileSync(KEPT, `# Written by \`npm run shop:admin-schema\` from ${PACKAGE}.\n${reduceSchema(data, documents)}`)
  console.log(`Wrote ${KEPT}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
