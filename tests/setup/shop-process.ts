import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port'

/** The built server as a process of its own: for browser tests, and for the lab. */

/** The administrator of every shop that is started here. */
export const admin = { email: 'admin@example.com', password: 'a-strong-test-passphrase' }

/** Below the 90 seconds that browser tests have to start a shop, so that its words are shown. */
const START_MS = 80_000

/** Ended and removed with this process at the latest. */
const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A new temporary folder that goes when this process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `shop-${name}-`))
  folders.add(folder)
  // A server that runs as another account enters it too.
  chmodSync(folder, 0o755)
  return folder
}

export interface ShopProcess {
  url: string
  port: number
  /** Of the server, or of the command that it runs within. */
  pid: number | undefined
  /** Its last 100,000 characters. */
  output: () => string
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>
  /** kill -9. */
  kill: () => Promise<void>
  /** SIGTERM. @returns the exit code */
  stop: () => Promise<number | null>
}

export interface ShopProgram {
  /** The folder of a build, with all that it runs on. */
  folder: string
  dataDir: string
  /** Absent: a free one. */
  port?: number | undefined
  env?: Record<string, string>
  nodeFlags?: readonly string[]
  /** Runs as this user instead. */
  uid?: number | undefined
  /** A command that runs the server, such as `['prlimit', '--fsize=1']`. */
  within?: readonly [string, ...string[]] | undefined
  /** Gets its output besides. */
  logFile?: string
}

/** Nothing of the caller's own settings gets in. */
const ownSettings =
  /^(DATABASE_|NEXTAUTH_|SHOP|SMTP_|SMS_|MAIL_|GOOGLE_|METRICS_|ADMIN_|TRUSTED_|SEED_|DATA_DIR|BUSINESS_|PORT$|HOST$|LOG_|OTEL_)/

/** Starts the built server without waiting for it, with the administrator and no demo shop. */
export async function spawnShop({
  folder,
  dataDir,
  port,
  env = {},
  nodeFlags = [],
  uid,
  within,
  logFile,
}: ShopProgram): Promise<ShopProcess> {
  const listenOn = port ?? (await freePort())
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)))
  const serve = [process.execPath, ...nodeFlags, join(folder, 'dist/server.mjs')] as const
  const [command, ...args] = within ? [...within, ...serve] : serve
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...inherited,
      NODE_ENV: 'production',
      PORT: String(listenOn),
      DATA_DIR: dataDir,
      SEED_DEMO: 'false',
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
  if (logFile !== undefined) mkdirSync(dirname(logFile), { recursive: true })
  const log = logFile === undefined ? undefined : createWriteStream(logFile)
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-100_000)
      log?.write(text)
    })
  const ended = new Promise<number | null>((done) => {
    child.once('close', (code) => {
      children.delete(child)
      log?.end()
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

/** True if a server says that it and its database are well. */
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
  for (const deadline = performance.now() + START_MS; !waiting.signal.aborted && performance.now() < deadline;) {
    if (await isHealthy(shop.url)) return shop
    await sleep(25)
  }
  await shop.kill()
  throw new Error(`The server did not start:\n${shop.output()}`)
}
