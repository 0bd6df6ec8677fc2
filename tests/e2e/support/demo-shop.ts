import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_SHOP, startShop } from './shop-server'

/**
 * Makes the demo shop's data once, before the browser tests: each shop that a test starts begins with a copy of
 * them, instead of migrating and filling a database of its own.
 * @returns what takes them away afterwards
 */
export default async function makeDemoShop(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-shop-'))
  const shop = await startShop('test-results/server-demo.log')
  await shop.stop({ keep: (dataDir) => cpSync(dataDir, folder, { recursive: true }) })
  process.env[DEMO_SHOP] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
