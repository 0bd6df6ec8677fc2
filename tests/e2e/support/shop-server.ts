import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ready, spawnShop, temporaryFolder, type ShopProcess } from '../../setup/shop-process'

export interface ShopServer extends Pick<ShopProcess, 'url' | 'pid'> {
  /** Its DATA_DIR, with the emails that it has written. */
  dataDir: string
  /**
   * Ends it as an operator would; answers its exit code.
   * @param keep is given the data after the shop has ended and before they are removed
   */
  stop: (options?: { keep?: (dataDir: string) => void }) => Promise<number | null>
}

/** The folder of a data directory with the demo shop in it, made once for all shops of a test run (demo-shop.ts). */
export const DEMO_SHOP = 'DEMO_SHOP_FOLDER'

/** A folder that a built shop can run in, with nothing of its own but its data. */
function runnableCopy({ withDemoShop }: { withDemoShop: boolean }): string {
  const folder = temporaryFolder('test')
  for (const part of ['.next', 'dist', 'node_modules', 'prisma', 'public', 'next.config.js', 'package.json'])
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
 * @throws if it ends or is not healthy in time
 */
export async function startShop(logFile: string, env: Record<string, string> = {}): Promise<ShopServer> {
  const folder = runnableCopy({ withDemoShop: !('DATABASE_URL' in env || 'DATA_DIR' in env || 'SEED_DEMO' in env) })
  const dataDir = join(folder, '.data')
  const server = await ready(await spawnShop({ folder, dataDir, logFile, env: { HOST: '127.0.0.1', SEED_DEMO: 'true', ...env } }))
  const stop: ShopServer['stop'] = async ({ keep } = {}) => {
    const code = await server.stop()
    keep?.(dataDir)
    rmSync(folder, { recursive: true, force: true })
    return code
  }
  return { url: server.url, pid: server.pid, dataDir, stop }
}
