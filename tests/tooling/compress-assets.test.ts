import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressAssets } from '../../scripts/tools/compress-assets.mjs'

let build: string
const at = (path: string) => join(build, path)
const write = (path: string, text: string) => writeFileSync(at(path), text)
const forms = (path: string) => [
  brotliDecompressSync(readFileSync(at(`${path}.br`))).toString(),
  gunzipSync(readFileSync(at(`${path}.gz`))).toString(),
]

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'compressed-'))
  mkdirSync(at('static'))
})
afterEach(() => rmSync(build, { recursive: true, force: true }))

it('lays both forms beside each file that compresses, two of one content too', async () => {
  write('static/one.js', 'let one')
  write('static/same.js', 'let one')
  write('static/font.woff2', 'compressed already')
  await compressAssets(build)
  expect([forms('static/one.js'), forms('static/same.js')]).toEqual([
    ['let one', 'let one'],
    ['let one', 'let one'],
  ])
  expect(readdirSync(at('static')).filter((name) => name.startsWith('font'))).toEqual(['font.woff2'])
})

it('takes the forms of the last build for what has not changed, and lets go of the others', async () => {
  write('static/old.js', 'let old')
  write('static/new.js', 'let kept')
  await compressAssets(build)
  const made = readFileSync(at('static/new.js.br'))
  const kept = readdirSync(at('cache/compressed')).filter((name) => readFileSync(at(`cache/compressed/${name}`)).equals(made))
  expect(kept).toHaveLength(1)
  // The next build begins without them; what stands in their place shows that they are not made again.
  rmSync(at('static'), { recursive: true })
  mkdirSync(at('static'))
  write('static/new-name.js', 'let kept')
  write(`cache/compressed/${kept[0]}`, 'as kept')
  await compressAssets(build)
  expect(readFileSync(at('static/new-name.js.br'), 'utf8')).toBe('as kept')
  expect(readdirSync(at('cache/compressed'))).toHaveLength(2)
})
