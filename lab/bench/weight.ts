import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isUnread } from '../../scripts/prepare.mjs'
import { slim } from '../../scripts/slim.mjs'
import { toolsOnly } from '../../scripts/tools/locked-packages.mjs'
import { temporaryFolder } from '../../tests/setup/shop-process'
import type { BenchSection } from './section'

/** MB, as `du -m` counts: blocks on disk, 1,048,576 bytes each. */
const WANTED = { image: 220, start: 650 }

/** Rows of a table; the rest is one. */
const SHOWN = 25

const MB = 1_048_576

/** The blocks below a folder, by what `nameOf` calls the folders of files; it answers null for what does not count. */
function weigh(folder: string, nameOf: (place: string) => string | null): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const place = join(entry.parentPath, entry.name)
    const name = nameOf(place.slice(folder.length + 1))
    if (name !== null) weights.set(name, (weights.get(name) ?? 0) + statSync(place).blocks * 512)
  }
  return weights
}

/** 'node_modules/a/node_modules/@b/c/d.js' → 'node_modules/a/node_modules/@b/c' */
const packageOf = (place: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(place)?.[0]

/** All files below a folder (MB on disk). */
export const megabytesBelow = (folder: string): number => [...weigh(folder, () => '').values()].reduce((sum, bytes) => sum + bytes, 0) / MB

function print(title: string, weights: Map<string, number>, wanted: number) {
  const sum = [...weights.values()].reduce((total, bytes) => total + bytes, 0) / MB
  console.log(`\n${title}: ${Math.round(sum)} MB (wanted: at most ${wanted}): ${sum <= wanted ? 'yes' : 'NO'}`)
  const rows = [...weights].sort(([, one], [, other]) => other - one)
  const rest = rows.slice(SHOWN).reduce((total, [, bytes]) => total + bytes, 0)
  console.table(
    [...rows.slice(0, SHOWN), [`${Math.max(0, rows.length - SHOWN)} more`, rest] as const].map(([name, bytes]) => ({
      what: name.replace(/^node_modules\//, ''),
      MB: (bytes / MB).toFixed(1),
    })),
  )
}

const lockfile = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })

/** `npm run bench weight`: what an image holds besides Node, and what `npm start` installs, by package. */
export const weightSection: BenchSection = {
  name: 'weight',
  wanted: 'MB of the image besides Node, and of the packages that `npm start` installs',
  needs: 'build',
  run: async () => {
    const folder = temporaryFolder('weight')
    await slim(folder)
    print(
      'The image',
      weigh(folder, (place) => packageOf(place) ?? place.split('/')[0] ?? place),
      WANTED.image,
    )
    rmSync(folder, { recursive: true, force: true })

    const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    const tools = new Set(toolsOnly(packages))
    const wanted = new Set(Object.keys(packages).filter((place) => !packages[place]?.dev && !tools.has(place)))
    const installed = weigh('node_modules', (place) => {
      const name = packageOf(join('node_modules', place))
      return name !== undefined && wanted.has(name) && !isUnread(place) ? name : null
    })
    print('npm start', installed, WANTED.start)
  },
}
