import { spawn } from 'node:child_process'
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../setup/free-port'

export const admin = { email: 'admin@example.com', password: 'a-strong-test-passphrase' }

export interface ShopServer {
  /** Where it listens, without a slash at the end. */
  url: string
  /** Its DATA_DIR, with the emails that it has written. */
  dataDir: string
  /** Its process. */
  pid: number | undefined
  /**
   * Ends it as an operator would; answers its exit code.
   * @param keep is given the data after the shop has ended and before they are removed
   */
  stop: (options?: { keep?: (dataDir: string) => void }) => Promise<number | null>
}

const START_SECONDS = 60

/** Nothing of the developer's own settings or `.env` file gets into a test. */
const untouched = Object.fromEntries(
  [
    'DATABASE_URL',
    'NEXTAUTH_URL',
    'NEXTAUTH_SECRET',
    'BUSINESS_TIMEZONE',
    'SHOP_URL',
    'SHOPIFY_API_URL',
    'SHOPIFY_STOREFRONT_TOKEN',
    'SHOPIFY_WEBHOOK_SECRET',
  ]
    .concat(['SMTP_URL', 'MAIL_FROM', 'SMS_WEBHOOK_URL', 'GOOGLE_TAG_ID', 'METRICS_TOKEN'])
    .map((name) => [name, '']),
)

/** The folder of a data directory with the demo shop in it, made once for all shops of a test run (demo-shop.ts). */
export const DEMO_SHOP = 'DEMO_SHOP_FOLDER'

/** A folder that a built shop can run in, with nothing of its own but its data. */
function runnableCopy({ withDemoShop = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  for (const part of ['.next', 'node_modules', 'prisma', 'public', 'next.config.js', 'package.json'])
    symlinkSync(resolve(part), join(folder, part))
  const made = process.env[DEMO_SHOP]
  if (withDemoShop && made) cpSync(made, join(folder, '.data'), { recursive: true })
  return folder
}

/**
 * Starts the built shop on a free port with the demo shop in a new embedded database, apart from any
 * other that runs, and waits until it is healthy.
 *
 * @param logFile where the server's output goes
 * @param env settings that differ from those of the tests
 * @throws if it ends or is not healthy within a minute
 */
export async function startShop(logFile: string, env: Record<string, string> = {}): Promise<ShopServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = runnableCopy({ withDemoShop: !('DATABASE_URL' in env || 'DATA_DIR' in env || 'SEED_DEMO' in env) })
  const dataDir = join(folder, '.data')
  mkdirSync(dirname(logFile), { recursive: true })
  const settings = {
    ...untouched,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SEED_DEMO: 'true',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const server = spawn(process.execPath, [resolve('dist/server.mjs')], {
    cwd: folder,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logFile)
  server.stdout.pipe(log)
  server.stderr.pipe(log)
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const killServer = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', killServer)

  const stop: ShopServer['stop'] = async ({ keep } = {}) => {
    process.off('exit', killServer)
    server.kill('SIGTERM')
    await ended
    keep?.(dataDir)
    rmSync(folder, { recursive: true, force: true })
    return server.exitCode
  }

  const deadline = Date.now() + START_SECONDS * 1000
  while (!(await isHealthy(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The shop did not start; see ${logFile}`)
    }
    await sleep(100)
  }
  return { url, dataDir, pid: server.pid, stop }
}

async function isHealthy(url: string) {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}
