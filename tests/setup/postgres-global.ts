import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedImageFile } from '~/server/platform/database/embedded-image'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { startPostgres } from './postgres-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's own PostgreSQL server; `createTestDatabase` makes databases on it. */
    postgresUrl: string
    /** A migrated, empty embedded database, as a file that others are opened from. */
    embeddedImage: string
    /** The program that looks at strangers' files, as it is served. */
    decoder: string
  }
}

/** The migrated, empty database that others on the run's server are copies of. */
export const TEMPLATE = 'shop_template'

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${TEMPLATE}`
  const db = openPostgres(url.href)
  await applyMigrations(db.adapter)
  await db.close()
}

/** Bundles the decoder as scripts/build.mjs does, into a folder from which it finds its packages. */
async function bundleDecoder(folder: string): Promise<string> {
  await build({
    entryPoints: { decoder: 'src/server/platform/files/decoder/main.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  return resolve(folder, 'decoder.mjs')
}

/**
 * All API tests of a run share these: one PostgreSQL server, a migrated database on either engine, because applying the
 * migrations for each test file would take most of the run, and the decoder's program.
 */
export default async function setup(project: TestProject) {
  // The first project that needs them makes them for the others too: a process has room for one copy of Prisma's schema engine.
  if ('postgresUrl' in project.getProvidedContext()) return undefined
  const { vitest } = project
  // With hundreds of databases, of which none lives for long, it would begin to look at one of them twice a second.
  const server = await startPostgres({ autovacuum: 'off' })
  const programs = `node_modules/.cache/decoder-${process.pid}`
  const stop = async () => {
    rmSync(programs, { recursive: true, force: true })
    await server.stop()
  }
  try {
    // One after the other: making the embedded one keeps this process busy for longer than a connection of the other waits.
    await makeTemplate(server.url)
    vitest.provide('embeddedImage', await embeddedImageFile())
    vitest.provide('decoder', await bundleDecoder(programs))
  } catch (error) {
    await stop()
    throw error
  }
  vitest.provide('postgresUrl', server.url)
  return stop
}
