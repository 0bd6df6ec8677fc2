import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { ready, spawnShop as spawnProgram, temporaryFolder, type ShopProcess, type ShopProgram } from '../../tests/setup/shop-process'

let build: string | undefined

/** A copy of the build, made once, so that nobody who builds anew meanwhile changes what runs. */
export function builtShop(): string {
  if (build) return build
  build = temporaryFolder('build')
  for (const part of ['node_modules', 'prisma', 'public', 'next.config.js', 'package.json']) symlinkSync(resolve(part), join(build, part))
  const left = [resolve('.next/cache'), resolve('.next/dev')]
  cpSync('.next', join(build, '.next'), { recursive: true, filter: (path) => !left.includes(resolve(path)) })
  cpSync('dist', join(build, 'dist'), { recursive: true })
  return build
}

const scripts = z.object({ scripts: z.object({ serve: z.string() }) })

/** Node's flags of `npm run serve` in a folder. */
const nodeFlags = (folder: string): string[] =>
  scripts
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    .scripts.serve.split(' ')
    .filter((word) => word.startsWith('--'))

export interface ShopSettings extends Pick<ShopProgram, 'dataDir' | 'port' | 'env' | 'uid' | 'within'> {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string
  /** Another version's files than this checkout's (see `builtShop`). */
  version?: string
}

/** More than one administrator gives in the longest run (EUR). */
export const CREDIT_LIMIT = 500_000

/** Starts the built server as it runs in production, without waiting for it. */
export const spawnShop = ({ databaseUrl, version, env, ...settings }: ShopSettings): Promise<ShopProcess> =>
  spawnProgram({
    ...settings,
    folder: version ?? builtShop(),
    nodeFlags: nodeFlags(version ?? '.'),
    env: {
      // As in the Dockerfile.
      MALLOC_ARENA_MAX: '2',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      // Visitors say where they are as a balancer would.
      TRUSTED_PROXIES: 'loopback',
      NEXTAUTH_SECRET: 'a-secret-of-the-load-runs-0123456789',
      CREDIT_LIMIT: String(CREDIT_LIMIT),
      ...env,
    },
  })

/** Starts the built server and waits until it is healthy. */
export const startShop = async (settings: ShopSettings): Promise<ShopProcess> => ready(await spawnShop(settings))
