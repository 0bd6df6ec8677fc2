import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../setup/free-port'

export const admin = { email: 'admin@example.com', password: 'a-strong-test-passphrase' }

export interface ShopServer {
  /** Where it listens, without a slash at the end. */
  url: string
  /** Its embedded database and outgoing mail, in a temporary folder of its own. */
  dataDir: string
  stop: () => Promise<void>
}

const START_SECONDS = 60

/** Nothing of the developer's own settings or `.env` file gets into a test. */
const untouched = Object.fromEntries(
  ['DATABASE_URL', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'BUSINESS_TIMEZONE', 'SHOP_URL', 'SHOPIFY_API_URL', 'SHOPIFY_STOREFRONT_TOKEN']
    .concat(['SMTP_URL', 'MAIL_FROM', 'SMS_WEBHOOK_URL', 'GOOGLE_TAG_ID', 'METRICS_TOKEN'])
    .map((name) => [name, '']),
)

/**
 * Starts the built shop on a free port with the demo shop in a new embedded database, and waits until
 * it is healthy.
 *
 * @param logFile where the server's output goes
 * @param env settings that differ from those of the tests
 * @throws if it ends or is not healthy within a minute
 */
export async function startShop(logFile: string, env: Record<string, string> = {}): Promise<ShopServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-data-'))
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
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server.mjs'], {
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logFile)
  server.stdout.pipe(log)
  server.stderr.pipe(log)
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const killServer = () => server.kill('SIGKILL')
  process.once('exit', killServer)

  const stop = async () => {
    process.off('exit', killServer)
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }

  const deadline = Date.now() + START_SECONDS * 1000
  while (!(await isHealthy(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The shop did not start; see ${logFile}`)
    }
    await sleep(100)
  }
  return { url, dataDir, stop }
}

async function isHealthy(url: string) {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}
