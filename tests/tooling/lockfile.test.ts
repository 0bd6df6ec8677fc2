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

test('tools that packages of the shop could do without are known as such, and nothing that it runs on', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({})) })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const tools = toolsOnly(packages)
  expect(tools).toEqual(expect.arrayContaining(['node_modules/prisma', 'node_modules/@prisma/studio-core', 'node_modules/playwright']))
  const runs = [
    'next',
    'react',
    'esbuild',
    'typescript',
    'sharp',
    '@prisma/client',
    '@prisma/internals',
    '@esbuild/linux-x64',
    '@next/swc-linux-x64-gnu',
  ]
  expect(runs.filter((name) => tools.includes(`node_modules/${name}`))).toEqual([])
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
