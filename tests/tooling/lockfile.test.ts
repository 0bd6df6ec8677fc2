import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

test.each(['package-lock.json', 'lab/package-lock.json'])(
  '%s names the optional packages of every platform, so that `npm ci` accepts it',
  (path) => {
    const { packages } = lockfile.parse(JSON.parse(readFileSync(path, 'utf8')))
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !locked.has(name))
    expect(missing, 'run `node scripts/complete-lockfile.mjs`').toEqual([])
  },
)
