import { paths, publicPages } from '~/lib/paths'
import { root } from '../../scripts/tools/project.mjs'
import { withEmptyPage } from './empty-page'
import { firstLoadBytes } from '../../tests/setup/first-load-bytes'
import type { BenchSection } from './section'

/** Times the bytes of an empty page. */
const LIMITS = { public: 1.2, 'signed in': 2.2 }

interface PageBytes {
  page: string
  kind: keyof typeof LIMITS
  bytes: number
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
    const empty = await withEmptyPage((folder) => bytesOf(firstLoadBytes(folder), '/'))
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
