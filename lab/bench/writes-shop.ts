import * as z from 'zod'
import { newDatabase } from '../load/databases'
import { signIn } from '../load/client'
import { temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { cpuSeconds } from '../load/process-use'
import { startShop } from '../load/shop-process'
import { sql } from '../load/sql'
import { leanClient } from './http-client'

/** The same few makers, categories and descriptions, however many products; a fifth of them are shown by no page. */
const fill = (products: number) => `
  INSERT INTO products (name, category, manufacturer, model, price, stock_quantity, description, rating, hashrate, power, efficiency, image_url, is_active)
  SELECT 'Antminer S' || 19 + n % 9 || ' ' || 100000 + n, 'Category ' || n % 8, 'Maker ' || n % 6, 'S' || n % 9, n * 7919::bigint % 900000 / 100.0,
    n % 60, 'Air-cooled SHA-256 miner, tested for 24 hours, with its power supply.', (n % 50) / 10.0, '200 TH/s', '3500W', '17.5 J/TH', '/products/four-fan-miner.svg',
    n <= ${products}
  FROM generate_series(1, ${products + 20}) AS n`
const ORDERS = `INSERT INTO orders (order_number, status, total_amount) SELECT 'ORD-' || n, 'pending', n FROM generate_series(1, 100) AS n`

const productRow = z.object({ id: z.string(), name: z.string(), category: z.string() })
const idRow = z.object({ id: z.string() })

/** A shop with so many active products, an administrator of it, and what they write. */
export interface WritingShop {
  products: number
  shop: ShopProcess
  databaseUrl: string
  /** One call after another: a product's price, an order's status, a tab of the settings. @throws unless it is answered with 200 */
  write: Record<'active' | 'inactive' | 'order' | 'settings', (index: number) => Promise<void>>
  /** Ids of active products. */
  ids: string[]
  /** One administrator writes more than anybody may. */
  forgetLimits: () => Promise<void>
  close: () => Promise<void>
}

/** Each commit waits for the disk, as in a shop that must not lose what it has confirmed. */
export async function startWritingShop(products: number): Promise<WritingShop> {
  const databaseUrl = await newDatabase({ flushed: true })
  const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl, env: { SEED_DEMO: 'false' } })
  await sql(databaseUrl, fill(products))
  await sql(databaseUrl, ORDERS)
  await sql(databaseUrl, 'VACUUM ANALYZE')
  const token = await signIn(shop.url)
  const client = leanClient(shop.url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const mutate = async (path: string, input: object) => {
    const status = await client.send(`/api/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify({ json: input }) })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const rows = async (isActive: boolean) =>
    z
      .array(productRow)
      .parse(await sql(databaseUrl, `SELECT id, name, category FROM products WHERE is_active = ${isActive} ORDER BY id DESC LIMIT 40`))
  const [active, inactive] = [await rows(true), await rows(false)]
  const orders = z.array(idRow).parse(await sql(databaseUrl, 'SELECT id FROM orders'))
  const at = <T>(list: readonly T[], index: number): T => z.custom<T>((item) => item !== undefined).parse(list[index % list.length])
  const price = (row: z.output<typeof productRow>, index: number, isActive: boolean) =>
    mutate('products.update', { ...row, isActive, price: 100 + (index % 5_000), stockQuantity: 30 })
  return {
    products,
    shop,
    databaseUrl,
    ids: active.map(({ id }) => id),
    forgetLimits: async () => {
      await sql(databaseUrl, 'DELETE FROM limit_counters')
    },
    write: {
      active: (index) => price(at(active, index), index, true),
      inactive: (index) => price(at(inactive, index), index, false),
      order: (index) => mutate('orders.updateStatus', { ...at(orders, index), status: index % 200 < 100 ? 'processing' : 'pending' }),
      settings: (index) =>
        mutate('settings.save', {
          tab: 'homepage',
          values: { hero_title: `Title ${index}`, hero_description: 'A text', hero_badge_text: 'New' },
        }),
    },
    close: async () => {
      client.close()
      await shop.stop()
    },
  }
}

/** The processor time of the server's processes that work for a database, in seconds; NaN where the system does not tell. */
export async function databaseCpu(databaseUrl: string): Promise<number> {
  const pids = z
    .array(z.object({ pid: z.number() }))
    .parse(await sql(databaseUrl, `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`))
  return pids.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
}
