import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { freePort } from '../../tests/setup/free-port'
import { holdsWithin } from './scenario'

export const admin = { email: 'admin@example.com', password: 'a-strong-load-passphrase' }

const START_MS = 90_000

/** What goes at the end of the run, or with it. */
const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A new temporary folder that goes when the run ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `shop-load-${name}-`))
  folders.add(folder)
  // A server that runs as another account enters it too.
  chmodSync(folder, 0o755)
  return folder
}

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

/** Node's flags of `npm run serve`. */
const nodeFlags = (): string[] =>
  scripts
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    .scripts.serve.split(' ')
    .filter((word) => word.startsWith('--'))

export interface ShopSettings {
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string
  /** Absent: a free one. */
  port?: number
  env?: Record<string, string>
  /** Runs as this user instead. */
  uid?: number
  /** Another version's files than this checkout's (see `builtShop`). */
  version?: string
  /** A command that runs the server, such as `['prlimit', '--fsize=1']`. */
  within?: [string, ...string[]] | undefined
}

export interface ShopProcess {
  url: string
  port: number
  /** Of the server, or of the command that it runs within. */
  pid: number | undefined
  /** All that it has printed. */
  output: () => string
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>
  /** kill -9. */
  kill: () => Promise<void>
  /** SIGTERM. @returns the exit code */
  stop: () => Promise<number | null>
}

/** Nothing of the caller's own settings gets into a run. */
const ownSettings =
  /^(DATABASE_|NEXTAUTH_|SHOP|SMTP_|SMS_|MAIL_|GOOGLE_|METRICS_|ADMIN_|TRUSTED_|SEED_|DATA_DIR|BUSINESS_|PORT$|HOST$|LOG_)/

/** More than one administrator gives in the longest run (EUR). */
export const CREDIT_LIMIT = 500_000

/** Starts the built server without waiting for it. */
export async function spawnShop({ dataDir, databaseUrl, port, env = {}, uid, version, within }: ShopSettings): Promise<ShopProcess> {
  const listenOn = port ?? (await freePort())
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)))
  const folder = version ?? builtShop()
  const serve = [process.execPath, ...nodeFlags(), join(folder, 'dist/server.mjs')] as const
  const [command, ...args] = within ? [...within, ...serve] : serve
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...inherited,
      NODE_ENV: 'production',
      // As in the Dockerfile.
      MALLOC_ARENA_MAX: '2',
      PORT: String(listenOn),
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      // Visitors say where they are as a balancer would.
      TRUSTED_PROXIES: 'loopback',
      NEXTAUTH_SECRET: 'a-secret-of-the-load-runs-0123456789',
      SEED_DEMO: 'false',
      CREDIT_LIMIT: String(CREDIT_LIMIT),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      NEXT_TELEMETRY_DISABLED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  children.add(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-100_000)))
  const ended = new Promise<number | null>((done) => {
    child.once('close', (code) => {
      children.delete(child)
      done(code)
    })
  })
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    url: `http://localhost:${listenOn}`,
    port: listenOn,
    pid: child.pid,
    output: () => words,
    ended,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** Whether a server says that it and its database are well. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

/** Waits for a spawned server. @throws with its words if it ends or is not healthy in time */
export async function ready(shop: ShopProcess): Promise<ShopProcess> {
  const waiting = new AbortController()
  void shop.ended.then(() => {
    waiting.abort()
  })
  const healthy = await holdsWithin(START_MS, async () => waiting.signal.aborted || (await isHealthy(shop.url)), 25)
  if (healthy && !waiting.signal.aborted) return shop
  await shop.kill()
  throw new Error(`The server did not start:\n${shop.output()}`)
}

/** Starts the built server and waits until it is healthy. */
export const startShop = async (settings: ShopSettings): Promise<ShopProcess> => ready(await spawnShop(settings))
