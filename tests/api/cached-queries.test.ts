import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createApiHandler } from '~/server/api/request-handler'
import { createCachedQueries } from '~/server/http/response-cache/cached-queries'
import { setServices } from '~/server/services'
import { listen } from '../setup/api-server'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let own: Awaited<ReturnType<typeof listen>>
let stock: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
  await shop.db.prisma.product.create({ data: { ...shop.factories.product(), isActive: true } })
  own = await listen(createApiHandler([createCachedQueries(shop.services)]))
  stock = await listen(createApiHandler())
})
afterAll(async () => {
  await Promise.all([own.close(), stock.close()])
  await shop.close()
})

const paths = ['settings.public', 'machines.active', 'products.overview', 'products.shop'].map((path) => `/api/trpc/${path}`)
const titleOf = z.object({ result: z.object({ data: z.object({ json: z.object({ hero_title: z.string() }) }) }) })

it.each(paths.flatMap((path) => [path, `${path}?batch=1&input=%7B%7D`, `${path}?input=%7Bnot`]))(
  'answers %s as tRPC does',
  async (path) => {
    const [ours, theirs] = await Promise.all([fetch(`${own.url}${path}`), fetch(`${stock.url}${path}`)])
    expect(ours.status).toBe(theirs.status)
    expect(ours.headers.get('content-type')).toBe(theirs.headers.get('content-type'))
    expect(await ours.json()).toEqual(await theirs.json())
  },
)

it('leaves everything else to tRPC', async () => {
  const [path = ''] = paths
  const cases: [string, RequestInit][] = [
    [path, { method: 'HEAD' }],
    [path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    [path, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    [`${path},machines.active?batch=1`, {}],
  ]
  for (const [address, init] of cases) {
    const [ours, theirs] = await Promise.all([fetch(`${own.url}${address}`, init), fetch(`${stock.url}${address}`, init)])
    expect(ours.status, address).toBe(theirs.status)
    const withoutId = (text: string) => text.replace(/[0-9a-f-]{36}/, 'id')
    expect(withoutId(await ours.text())).toBe(withoutId(await theirs.text()))
  }
})

it('tells whoever has the answer that it is still the one, until the data change', async () => {
  const address = `${own.url}/api/trpc/settings.public`
  for (const encoding of ['identity', 'gzip', 'br']) {
    const first = await fetch(address, { headers: { 'accept-encoding': encoding } })
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(first.headers.get('set-cookie')).toBeNull()
    const ask = () =>
      fetch(address, {
        headers: { 'accept-encoding': encoding, 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
      })
    expect((await ask()).status).toBe(304)
    await shop.db.prisma.websiteSetting.upsert({
      where: { settingKey: 'hero_title' },
      create: { settingKey: 'hero_title', settingValue: encoding, settingCategory: 'homepage' },
      update: { settingValue: encoding },
    })
    await expect.poll(async () => (await ask()).status).toBe(200)
    expect(titleOf.parse(await (await ask()).json()).result.data.json.hero_title).toBe(encoding)
  }
})

it('answers a list of thousands from bytes that are there, and in no other way', async () => {
  await shop.db.prisma.$executeRaw`INSERT INTO products (name, category) SELECT 'Fan ' || n, 'Parts' FROM generate_series(1, 5500) AS n`
  const address = `${own.url}/api/trpc/products.shop`
  const answer = z.object({ result: z.object({ data: z.object({ json: z.object({ products: z.array(z.object({ id: z.string() })) }) }) }) })
  await expect.poll(async () => answer.parse(await (await fetch(address)).json()).result.data.json.products.length).toBe(5_501)
  const { products } = await shop.visitor.products.shop()
  const asJson = { headers: { 'content-type': 'application/json' } }
  expect(answer.parse(await (await fetch(address, asJson)).json()).result.data.json.products).toMatchObject(
    products.map(({ id }) => ({ id })),
  )

  const changed = products[2_000]?.id
  await shop.db.prisma.$executeRaw`DELETE FROM products WHERE id = ${changed}::uuid`
  const idsNow = async () => answer.parse(await (await fetch(address)).json()).result.data.json.products.map(({ id }) => id)
  await expect.poll(idsNow, { timeout: 5_000 }).toEqual(products.flatMap(({ id }) => (id === changed ? [] : [id])))

  const refused: [string, RequestInit][] = [
    [`${own.url}/api/trpc/products.shop,products.shop?batch=1`, {}],
    [`${own.url}/api/trpc/machines.active,products.shop?batch=1`, {}],
    [address, { headers: { 'trpc-accept': 'application/jsonl' } }],
    [address, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    [address, { method: 'HEAD' }],
  ]
  for (const [url, init] of refused) expect((await fetch(url, init)).status, url).toBe(400)
  expect((await fetch(`${own.url}/api/trpc/machines.active,products.overview?batch=1`)).status).toBe(200)
})
