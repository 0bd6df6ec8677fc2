import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toolsOnly } from '../../scripts/tools/locked-packages.mjs'

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
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

test('no tool comes with the shop because a package of the shop could do without it', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({})) })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  expect(toolsOnly(packages), 'run `node scripts/complete-lockfile.mjs`').toEqual([])
})

test('Prisma’s client, its adapters and its command line are of one version', () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const names = [
    'prisma',
    '@prisma/client',
    '@prisma/client-generator-ts',
    '@prisma/internals',
    '@prisma/adapter-pg',
    '@prisma/driver-adapter-utils',
  ]
  const versions = names.map((name) => packages[`node_modules/${name}`]?.version)
  expect(new Set(versions)).toEqual(new Set([versions[0]]))
  expect(versions[0]).toMatch(/^7\./)
})
