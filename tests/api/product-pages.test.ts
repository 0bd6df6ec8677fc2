import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveCatalogue } from '~/server/catalogue/shop/live-catalogue'
import { ownCatalogue } from '~/server/catalogue/shop/own-catalogue'
import { readProductPage } from '~/server/catalogue/shop/read-product-page'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const insert = async (name: string, rest: { category?: string; isActive?: boolean } = {}) => {
  const { category = 'Test', isActive = true } = rest
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO products (name, category, is_active) VALUES (${name}, ${category}, ${isActive}) RETURNING id::text`
  if (!row) throw new Error('There is no row')
  return row.id
}
const slugOf = async (id: string) => (await shop.db.prisma.productSlug.findFirstOrThrow({ where: { productId: id, isCurrent: true } })).slug
const rename = (id: string, name: string) => shop.db.prisma.$executeRaw`UPDATE products SET name = ${name} WHERE id = ${id}::uuid`
/** The list as it is after all changes so far. */
async function page(slug: string) {
  const { services } = shop
  services.catalogue.changed(null)
  services.live.values.products.changed()
  return readProductPage(services, slug)
}

describe("a product's name in its address", () => {
  it.each([
    ['Antminer S21 Pro 234T', 'antminer-s21-pro-234t'],
    ['  Élan & Söhne — Nr. 5 ', 'elan-sohne-nr-5'],
    ['蚂蚁矿机', 'product'],
    ['page', 'page'],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('%s, from plain SQL, is %s', async (name, slug) => {
    expect(await slugOf(await insert(name))).toBe(slug)
  })

  it('is of one product alone, also when many with one name come at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => insert('Twin miner')))
    const slugs = await Promise.all(ids.map(slugOf))
    expect(new Set(slugs).size).toBe(5)
    expect(slugs).toContain('twin-miner')
    for (const slug of slugs) expect(slug).toMatch(/^twin-miner(?:-[\da-f]{6})?$/)
  })

  it('stays while the name reads alike, and leads on from former ones after it has changed', async () => {
    const id = await insert('First name')
    await rename(id, 'FIRST name!')
    expect(await slugOf(id)).toBe('first-name')
    await rename(id, 'Second name')
    expect(await page('second-name')).toMatchObject({ product: { id, slug: 'second-name', name: 'Second name' } })
    expect(await page('first-name')).toEqual({ movedTo: 'second-name' })
    // Another one does not take an address that leads here.
    expect(await slugOf(await insert('First name'))).toMatch(/^first-name-[\da-f]{6}$/)
    await rename(id, 'First name')
    expect(await page('second-name')).toEqual({ movedTo: 'first-name' })
  })

  it('goes with its product, and leads to none that is hidden', async () => {
    const id = await insert('Short life')
    await rename(id, 'Shorter life')
    expect(await page('shorter-life')).not.toBeNull()
    await shop.db.prisma.product.update({ where: { id }, data: { isActive: false } })
    expect([await page('shorter-life'), await page('short-life'), await page('no-such-product')]).toEqual([null, null, null])
    await shop.db.prisma.product.delete({ where: { id } })
    expect(await shop.db.prisma.productSlug.count({ where: { productId: id } })).toBe(0)
    expect(await slugOf(await insert('Short life'))).toBe('short-life')
  })

  it('is in the list that programs read', async () => {
    await insert('Listed miner')
    await page('listed-miner')
    const { products } = await shop.callerOf(null).products.shop()
    expect(products.find(({ name }) => name === 'Listed miner')?.slug).toBe('listed-miner')
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length)
  })
})

describe('the page of a product', () => {
  it('has what is known of it, and up to four others of its category', async () => {
    const id = await insert('Page miner', { category: 'Pages' })
    await shop.db.prisma.product.update({ where: { id }, data: { noise: '75 dB', warranty: '12 months', delivery: '2 days' } })
    for (const n of [1, 2, 3, 4, 5]) await insert(`Neighbour ${n}`, { category: 'Pages' })
    await insert('Hidden neighbour', { category: 'Pages', isActive: false })
    const found = await page('page-miner')
    expect(found).toMatchObject({ details: { noise: '75 dB', warranty: '12 months', delivery: '2 days', pictures: [] } })
    const related = found && 'related' in found ? found.related : []
    expect(related).toHaveLength(4)
    for (const { name, category } of related) expect([name, category]).toEqual([expect.stringMatching(/^Neighbour/), 'Pages'])
  })

  it('is unavailable, not gone, while there is no list', async () => {
    const { services } = shop
    const closed = {
      ...services,
      catalogue: new LiveCatalogue(ownCatalogue(shop.db.prisma, { shopUrl: '', sellsHere: false, now: shop.services.now }), () => false),
    }
    await expect(readProductPage(closed, 'page-miner')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
