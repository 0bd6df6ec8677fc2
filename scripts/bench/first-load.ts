import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { paths, publicPages } from '~/lib/paths'
import { quietEnv, Refusal, root } from '../tools/project.mjs'
import { firstLoadBytes } from './first-load-bytes'
import type { BenchSection } from './section'

/** Times the bytes of an empty page. */
const LIMITS = { public: 1.2, 'signed in': 2.2 }

interface PageBytes {
  page: string
  kind: keyof typeof LIMITS
  bytes: number
}

/** Builds a site of one empty page with this project's Next and its configuration, and answers the page's bytes. */
function emptyPageBytes(): number {
  const folder = mkdtempSync(join(tmpdir(), 'empty-page-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files = {
      'package.json': '{ "type": "module" }',
      'next.config.js': `export { default } from '${pathToFileURL(join(root, 'next.config.js')).href}'`,
      'pages/index.js': 'export default function Page() { return null }',
    }
    mkdirSync(join(folder, 'pages'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`)
    const next = join(root, 'node_modules/next/dist/bin/next')
    const env = { ...quietEnv, NODE_ENV: 'production' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build', '--webpack'], { cwd: folder, env, encoding: 'utf8' })
    if (status !== 0) throw new Refusal(`The empty page could not be built:\n${stdout}${stderr}`)
    return bytesOf(firstLoadBytes(folder), '/')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bytesOf(build: Map<string, number>, page: string): number {
  const bytes = build.get(page)
  if (bytes === undefined) throw new Error(`The build has no page ${page}`)
  return bytes
}

function pagesOfShop(): PageBytes[] {
  const build = firstLoadBytes(root)
  const open: readonly string[] = [...publicPages, '/404', '/500']
  const guarded = Object.values(paths).filter((path) => !open.includes(path))
  return [
    ...open.map((page): PageBytes => ({ page, kind: 'public', bytes: bytesOf(build, page) })),
    ...guarded.map((page): PageBytes => ({ page, kind: 'signed in', bytes: bytesOf(build, page) })),
  ]
}

const inKb = (bytes: number) => (bytes / 1000).toFixed(1)

/** `npm run bench scripts`. */
export const firstLoadSection: BenchSection = {
  name: 'scripts',
  wanted:
    `first-load JavaScript, gzip, ÷ that of an empty page of the same Next and configuration ` +
    `(wanted: public pages at most ${LIMITS.public.toFixed(2)}, the account and the back office at most ${LIMITS['signed in'].toFixed(1)})`,
  needs: 'build',
  run: async () => {
    const empty = emptyPageBytes()
    console.table([
      { page: 'an empty page', 'kB gzip': inKb(empty), ratio: '1.00', limit: '', wanted: '' },
      ...pagesOfShop().map(({ page, kind, bytes }) => ({
        page,
        'kB gzip': inKb(bytes),
        ratio: (bytes / empty).toFixed(2),
        limit: LIMITS[kind].toFixed(2),
        wanted: bytes / empty <= LIMITS[kind] ? 'yes' : 'NO',
      })),
    ])
  },
}
