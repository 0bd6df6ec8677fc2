import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { query, dataOf, signIn } from './client'
import { Findings, type Scenario } from './scenario'
import { admin, ready, temporaryFolder } from '../../tests/setup/shop-process'
import { spawnShop, startShop, type ShopSettings } from './shop-process'

/** A shop that makes everything by itself: database, secret, password, demo rows. */
const settings = (dataDir: string): ShopSettings => ({ dataDir, env: { SEED_DEMO: 'true', NEXTAUTH_SECRET: '', ADMIN_PASSWORD: '' } })

const overview = z.object({
  stats: z.object({
    totalUsers: z.number(),
    totalOrders: z.number(),
    totalProducts: z.number(),
    activeRepairs: z.number(),
    pendingTradeIns: z.number(),
  }),
})

/** Signs in with the password that the start has kept, and counts what is there. */
async function lookAround(url: string, dataDir: string): Promise<z.output<typeof overview>['stats']> {
  const password = readFileSync(join(dataDir, 'admin-password'), 'utf8').trim()
  const token = await signIn(url, { email: admin.email, password })
  return dataOf(await query(url, 'dashboard.overview', undefined, { token }), overview).stats
}

export const firstBoot: Scenario = {
  name: 'first-boot',
  title: 'kill -9 at moments of the first start, then the next start',
  run: async (short) => {
    const findings = new Findings()
    const dataDir = temporaryFolder('data')
    const started = performance.now()
    const shop = await startShop(settings(dataDir))
    const wholeMs = performance.now() - started
    const wanted = JSON.stringify(await lookAround(shop.url, dataDir))
    await shop.stop()

    const offsets = short ? 1 : 30
    for (let offset = 1; offset <= offsets; offset++) {
      const folder = temporaryFolder('data')
      const afterMs = (wholeMs * offset) / (offsets + 1)
      const cut = await spawnShop(settings(folder))
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      await cut.kill()
      const next = await spawnShop(settings(folder))
      try {
        await ready(next)
        const found = JSON.stringify(await lookAround(next.url, folder))
        findings.check(found === wanted, `killed after ${Math.round(afterMs)} ms: there is ${found} instead of ${wanted}`)
      } catch (error) {
        findings.check(false, `killed after ${Math.round(afterMs)} ms: ${String(error)}`)
      }
      await next.kill()
    }
    return findings.outcome(`${offsets} moments of a start of ${(wholeMs / 1000).toFixed(1)} s`)
  },
}
