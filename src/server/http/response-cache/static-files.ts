import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookup } from 'mrmime'
import type { ResponseContent } from './cached-response'

export interface StaticFile {
  addresses: string[]
  read: () => ResponseContent
  runsWasm?: boolean
}

/** A hashed name changes with its content. */
const HASHED = 'public, max-age=31536000, immutable'
/** Others change with a release. */
const NAMED = 'public, max-age=3600, stale-while-revalidate=86400'

/** Named by features/stock/scanning/code-reader.ts. */
const codeReader = /\/read-codes[^/]*\.js$/

const compressed = /\.(?:br|gz)$/

function typeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type
}

const addressesOf = (prefix: string, path: string) => [
  ...new Set([`${prefix}/${path}`, `${prefix}/${path.split('/').map(encodeURIComponent).join('/')}`]),
]

/** Written while a first start serves already (scripts/start.mjs). */
const LATER = ['api/openapi.json', 'api/api.md']

function filesUnder(folder: string, prefix: string, cacheControl: string, later: readonly string[] = []): StaticFile[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const known = new Set([...found, ...later])
  const paths = [...known]
  const isMade = (path: string) => compressed.test(path) && known.has(path.replace(compressed, ''))
  const madeOf = (path: string, ending: string) => (known.has(path + ending) ? readFileSync(join(folder, path + ending)) : undefined)
  return paths
    .filter((path) => !isMade(path))
    .map((path) => ({
      addresses: addressesOf(prefix, path),
      read: () => {
        const [br, gzip] = [madeOf(path, '.br'), madeOf(path, '.gz')]
        return {
          body: readFileSync(join(folder, path)),
          contentType: typeOf(path),
          caching: [['Cache-Control', cacheControl] as const],
          compressed: { ...(br && { br }), ...(gzip && { gzip }) },
        }
      },
      runsWasm: codeReader.test(path),
    }))
}

export const staticFiles = (root: string): StaticFile[] => [
  ...filesUnder(join(root, '.next/static'), '/_next/static', HASHED),
  ...filesUnder(join(root, 'public'), '', NAMED, LATER),
]
