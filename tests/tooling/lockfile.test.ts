import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

test('package-lock.json names the optional packages of every platform, so that `npm ci` accepts it', () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !locked.has(name))
  expect(missing, 'run `node scripts/complete-lockfile.mjs`').toEqual([])
})
