import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv as parseFile } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { environmentNames, parseEnv } from '~/env'
import { CHILD_MEMORY_MB } from '~/server/platform/files/decode-file'

/** The server itself holds some 400 MB with the embedded database (docs/decisions/017). */
const LEAST_FOR_THE_SHOP_MB = 500

const texts = z.record(z.string(), z.coerce.string())
const service = z.object({
  image: z.string().optional(),
  build: z
    .union([
      z.string().transform((context) => ({ context, dockerfile: 'Dockerfile' })),
      z.object({ context: z.string(), dockerfile: z.string() }),
    ])
    .optional(),
  env_file: z.union([z.string().transform((file) => [file]), z.array(z.string())]).default([]),
  environment: texts.default({}),
  volumes: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  memswap_limit: z.string().optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]),
  networks: z.object({ default: z.object({ aliases: z.array(z.string()) }) }).optional(),
})
const compose = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })

/** The three ways to run it, with the addresses of the database that the shop gets in each. */
const variants = {
  'compose.small.yaml': [],
  'compose.yaml': ['DATABASE_URL'],
  'compose.cluster.yaml': ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
}

/** The files' own folder, from which they name all others. */
const FOLDER = 'deploy'

const read = (file: string) => compose.parse(parse(readFileSync(join(FOLDER, file), 'utf8'), { merge: true }))

/** A copied file is in the tree under the name that its first lines say. */
const envOf = ({ env_file: files, environment }: z.output<typeof service>): Record<string, string> =>
  texts.parse(
    Object.fromEntries(
      [...files.map((file) => parseFile(readFileSync(join(FOLDER, `${file}.example`), 'utf8'))), environment].flatMap((each) =>
        Object.entries(each),
      ),
    ),
  )

describe.each(Object.entries(variants))('%s', (file, addresses) => {
  const { services, volumes } = read(file)
  const shops = Object.entries(services).filter(([, { image }]) => image === 'shop')

  it('has an image or a build for each service, and waits for services that there are', () => {
    for (const [name, { image, build, depends_on: awaited }] of Object.entries(services)) {
      expect(image ?? build, name).toBeDefined()
      for (const other of awaited) expect(Object.keys(services), name).toContain(other)
      if (build) expect(existsSync(join(FOLDER, build.context, build.dockerfile)), `${name}: ${build.dockerfile}`).toBe(true)
    }
  })

  it('mounts files that there are, and volumes that it names', () => {
    for (const source of Object.values(services).flatMap(({ volumes: mounted }) => mounted.map((each) => each.split(':')[0] ?? ''))) {
      if (source.startsWith('.')) expect(existsSync(join(FOLDER, source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
  })

  it('gives the shop variables that it knows, with values that it takes', () => {
    expect(shops.length).toBeGreaterThan(0)
    for (const [name, shop] of shops) {
      const given = envOf(shop)
      for (const variable of Object.keys(given)) expect(environmentNames, `${name}: ${variable}`).toContain(variable)
      const filled = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value]))
      const secrets = { ...('DATABASE_URL' in given && { NEXTAUTH_SECRET: 'x'.repeat(32) }), ADMIN_PASSWORD: 'long enough' }
      const env = parseEnv({ ...filled, ...secrets })
      const wanted = name === 'migrate' ? ['DATABASE_URL'] : addresses
      expect(
        Object.keys(env)
          .filter((key) => key.startsWith('DATABASE_') && env[key as 'DATABASE_URL'] !== undefined)
          .sort(),
      ).toEqual([...wanted].sort())
    }
  })

  it('gives the shop memory for itself and for the processes that look at files, and no swap', () => {
    const children = CHILD_MEMORY_MB.ordinary + CHILD_MEMORY_MB.heif
    for (const [name, { mem_limit: memory, memswap_limit: withSwap }] of shops) {
      expect(memory, name).toMatch(/^\d+m$/)
      expect(withSwap, name).toBe(memory)
      expect(Number.parseInt(memory ?? '', 10), name).toBeGreaterThanOrEqual(children + LEAST_FOR_THE_SHOP_MB)
    }
  })

  it('has its databases where the addresses of the shop lead', () => {
    const names = [...Object.keys(services), ...Object.values(services).flatMap(({ networks }) => networks?.default.aliases ?? [])]
    for (const [, shop] of shops)
      for (const [variable, value] of Object.entries(envOf(shop)))
        if (variable.startsWith('DATABASE_')) expect(names).toContain(new URL(value).hostname)
  })

  it('is what the guide says to take', () => {
    expect(readFileSync('docs/deploy.md', 'utf8')).toContain(`\`deploy/${file}\``)
  })
})

it('what the cluster of compose.cluster.yaml is set to fits together', () => {
  const { services } = read('compose.cluster.yaml')
  const config = (name: string) => readFileSync(`deploy/cluster/${name}`, 'utf8')
  const databases = Object.keys(services).filter((name) => name.startsWith('db-'))
  expect(databases).toHaveLength(3)
  for (const name of databases) expect(config('haproxy.cfg').split(`server ${name} ${name}:5432 check port 8008 `)).toHaveLength(2)
  const patroni = z
    .object({ etcd3: z.object({ hosts: z.string() }), bootstrap: z.object({ dcs: z.object({ synchronous_mode: z.literal(true) }) }) })
    .parse(parse(config('patroni.yml')))
  for (const host of patroni.etcd3.hosts.split(',')) expect(Object.keys(services)).toContain(host.split(':')[0])
  expect(config('pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
  // Sessions through it cannot begin with these.
  for (const setting of ['TimeZone', 'jit', 'random_page_cost'])
    expect(readFileSync('deploy/database/roles.sql', 'utf8')).toContain(`ALTER ROLE shop SET ${setting} =`)
})

it('every variable that the examples name is one of the shop, or of the services beside it', () => {
  const others = ['POSTGRES_PASSWORD', 'SHOP_PASSWORD', 'MIGRATIONS_PASSWORD', 'REPLICATION_PASSWORD']
  for (const name of ['shop', 'database', 'migrations', 'cluster', 'small'])
    for (const variable of Object.keys(parseFile(readFileSync(`deploy/${name}.env.example`, 'utf8'))))
      expect([...environmentNames, ...others], `${name}: ${variable}`).toContain(variable)
  expect(Object.keys(parseFile(readFileSync('.env.example', 'utf8'))).filter((name) => !environmentNames.includes(name))).toEqual([])
})
