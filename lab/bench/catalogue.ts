import * as z from 'zod'
import { productSorts } from '~/contracts/catalogue/product-sorts'
import { newDatabase, stopDatabases } from '../load/databases'
import { temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { startShop } from '../load/shop-process'
import { sql } from '../load/sql'
import { productRows } from './fill-shop'
import { median } from './measured'
import type { BenchSection } from './section'

const SIZES = [50, 5_000, 50_000]
const ROUNDS = 60
const WANTED = 1.2

const asked = (url: string, path: string, input?: object) =>
  `${url}/api/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''}`
const overview = z.object({ result: z.object({ data: z.object({ json: z.object({ total: z.number(), revision: z.string() }) }) }) })
const overviewOf = async ({ url }: ShopProcess) =>
  overview.parse(await (await fetch(asked(url, 'products.overview'))).json()).result.data.json

interface Measured {
  products: number
  shop: ShopProcess
  databaseUrl: string
  /** From the end of the rows' writing to a page that shows them (ms). */
  followed: number
  ms: Map<string, number[]>
  bytes: Map<string, number>
}

async function until(isRight: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isRight())) await new Promise((resolve) => setTimeout(resolve, 5))
  return performance.now() - began
}

async function prepare(products: number): Promise<Measured> {
  const databaseUrl = await newDatabase()
  const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl, env: { SEED_DEMO: 'false' } })
  await sql(databaseUrl, productRows(products))
  const followed = await until(async () => (await overviewOf(shop)).total === products)
  // The page itself follows by a render.
  await until(async () => (await (await fetch(`${shop.url}/products`)).text()).includes('Antminer'))
  return { products, shop, databaseUrl, followed, ms: new Map(), bytes: new Map() }
}

async function measure({ ms, bytes, shop, databaseUrl, products }: Measured, round: number, buildId: string): Promise<void> {
  const take = async (name: string, url: string, encoding = 'identity') => {
    const began = performance.now()
    const body = await (await fetch(url, { headers: { 'accept-encoding': encoding } })).arrayBuffer()
    ms.set(name, [...(ms.get(name) ?? []), performance.now() - began])
    bytes.set(name, body.byteLength)
  }
  await take('HTML', `${shop.url}/products`)
  await take('JSON', `${shop.url}/_next/data/${buildId}/products.json`)
  const sort = productSorts[round % productSorts.length]
  await take(
    'search that nobody made before',
    asked(shop.url, 'products.search', { search: `s2 1${round}`, sort, manufacturer: ['Maker 2'] }),
  )
  await take('a search again', asked(shop.url, 'products.search', { search: 's21', sort: 'a-z' }))
  if (round % 10 > 0) return
  const { revision } = await overviewOf(shop)
  await sql(databaseUrl, `UPDATE products SET price = price + 1 WHERE name = 'Antminer S${19 + (products % 9)} ${100_000 + products}'`)
  const shows = await until(async () => (await overviewOf(shop)).revision !== revision)
  ms.set('a changed price shows', [...(ms.get('a changed price shows') ?? []), shows])
}

/** `npm run bench catalogue`. */
export const catalogueSection: BenchSection = {
  name: 'catalogue',
  wanted: `what the products page sends first, and how fast, ÷ the same with ${SIZES[0]} products, side by side (wanted: HTML and JSON at most ${WANTED.toFixed(1)}, bytes and time)`,
  needs: 'build',
  run: async () => {
    const all: Measured[] = []
    try {
      for (const products of SIZES) all.push(await prepare(products))
      const [few] = all
      if (!few) return
      const html = await (await fetch(`${few.shop.url}/products`)).text()
      const buildId = /"buildId":"([^"]+)"/.exec(html)?.[1] ?? ''
      for (let round = 0; round < ROUNDS; round++) for (const each of all) await measure(each, round, buildId)
      console.table(
        all.flatMap((each) =>
          [...each.ms].map(([name, times]) => {
            const size = each.bytes.get(name)
            const ratios = [median(times) / median(few.ms.get(name) ?? []), size === undefined ? 1 : size / (few.bytes.get(name) ?? 0)]
            const isPage = name === 'HTML' || name === 'JSON'
            return {
              products: each.products,
              what: name,
              kB: size === undefined ? '' : (size / 1000).toFixed(1),
              'bytes ÷': size === undefined ? '' : ratios[1]?.toFixed(2),
              'ms, median': median(times).toFixed(2),
              'time ÷': ratios[0]?.toFixed(2),
              wanted: isPage ? (ratios.every((ratio) => ratio <= WANTED) ? 'yes' : 'NO') : '',
            }
          }),
        ),
      )
      console.table(all.map(({ products, followed }) => ({ products, 'ms until all new rows are shown': followed.toFixed(0) })))
    } finally {
      for (const { shop } of all) await shop.stop()
      await stopDatabases()
    }
  },
}
