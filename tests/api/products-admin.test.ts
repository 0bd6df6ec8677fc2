import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { productAdminSorts } from '~/contracts/catalogue/product-admin'
import { keysOf, recordOf } from '~/contracts/keys'
import { openTestDatabase } from '../setup/database'
import { foreignCursors, readPages } from '../setup/pages'
import { unsaid } from '../setup/products'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const UNKNOWN = '00000000-0000-0000-0000-000000000000'
const product = {
  name: 'Antminer S21',
  category: 'ASIC Miners',
  manufacturer: 'Bitmain',
  model: 'S21',
  price: 3999.99,
  stockQuantity: 12,
  description: 'Air-cooled',
  imageUrl: '/products/four-fan-miner.svg',
  isActive: true,
}

const shopPage = {
  isPreOrder: true,
  condition: 'Refurbished',
  rating: 4.5,
  hashrate: '200 TH/s',
  power: '3500W',
  efficiency: '17.5 J/TH',
  collections: ['best-sellers', 'new-in'],
  shopUrl: 'https://shop.example/s21',
  ratingCount: 37,
  algorithm: 'SHA-256',
  voltage: '220–277 V',
  noise: '75 dB',
  warranty: '12 months',
  delivery: '3-5 working days',
}

let shop: TestShop
let admin: TestShop['visitor']
let statementsOf: ReturnType<typeof countStatements>['statementsOf']
const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
const names = async (input: Parameters<typeof admin.products.list>[0]) => (await admin.products.list(input)).rows.map((row) => row.name)
const inShop = async () => (await shop.visitor.products.shop()).products.map(({ name }) => name)

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db })
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

it('an empty catalogue has zero figures', async () => {
  expect(await admin.products.list()).toEqual({
    rows: [],
    nextCursor: null,
    total: 0,
    matching: 0,
    matchingIsLeast: false,
    counts: { active: 0, inactive: 0 },
    categories: [],
  })
})

it('is for administrators alone', async () => {
  const { caller } = await shop.signIn('customer')
  const calls = [
    (c: typeof caller) => c.products.list({}),
    (c: typeof caller) => c.products.byId({ id: UNKNOWN }),
    (c: typeof caller) => c.products.create(product),
    (c: typeof caller) => c.products.update({ ...product, id: UNKNOWN }),
    (c: typeof caller) => c.products.delete({ id: UNKNOWN }),
  ]
  for (const call of calls) {
    await expect(call(shop.visitor)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

describe('a product', () => {
  it('is added, changed and deleted, in the shop at once', async () => {
    const created = await admin.products.create(product)
    expect(created).toMatchObject({ ...product, version: 1 })
    expect(await inShop()).toEqual(['Antminer S21'])
    const updated = await admin.products.update({ ...product, id: created.id, name: 'Antminer S21 Pro', price: '4100.5', version: 1 })
    expect(updated).toMatchObject({ name: 'Antminer S21 Pro', price: 4100.5, version: 2 })
    expect(await inShop()).toEqual(['Antminer S21 Pro'])
    await admin.products.update({ ...product, id: created.id, isActive: false })
    expect(await inShop()).toEqual([])
    expect(await admin.products.byId({ id: created.id })).toMatchObject({ ...product, isActive: false, version: 3 })
    expect(await admin.products.delete({ id: created.id })).toEqual({ id: created.id })
    await expect(admin.products.byId({ id: created.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.products.list({})).total).toBe(0)
  })

  it('keeps nothing where nothing is given, and no stock where it is no number', async () => {
    const empty = { manufacturer: '', model: '', description: ' ', imageUrl: '', price: '' }
    const created = await admin.products.create({ ...product, ...empty, stockQuantity: 'many' })
    expect(created).toMatchObject({ manufacturer: null, model: null, description: null, imageUrl: null, price: null, stockQuantity: 0 })
    expect(await admin.products.create({ name: 'Fan', category: 'Parts', stockQuantity: Number.NaN })).toMatchObject({
      stockQuantity: 0,
      isActive: true,
    })
    expect(await admin.products.create({ name: 'Fan', category: 'Parts', stockQuantity: '7.9', price: 0 })).toMatchObject({
      stockQuantity: 7,
      price: 0,
    })
  })

  it('keeps its picture where a change does not speak of it', async () => {
    const { id } = await admin.products.create(product)
    const { imageUrl, ...withoutPicture } = product
    expect(await admin.products.update({ ...withoutPicture, id })).toMatchObject({ imageUrl })
    expect(await admin.products.update({ ...product, id, imageUrl: '' })).toMatchObject({ imageUrl: null })
  })

  it('is not written over by somebody who has not seen its last change', async () => {
    const { id } = await admin.products.create(product)
    await admin.products.update({ ...product, id, name: 'theirs', version: 1 })
    await expect(admin.products.update({ ...product, id, name: 'mine', version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.products.byId({ id })).toMatchObject({ name: 'theirs', version: 2 })
  })

  it('is refused with bad input, and unknown where it is', async () => {
    const faults = [
      { name: ' ' },
      { category: '' },
      { stockQuantity: '' },
      { stockQuantity: -1 },
      { price: 'cheap' },
      { price: -5 },
      { price: 1.005 },
      { price: 1e12 },
      { name: 'a\0b' },
    ]
    for (const fault of faults) await expect(admin.products.create({ ...product, ...fault })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.products.update({ ...product, id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.products.update({ ...product, id: UNKNOWN, version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.products.delete({ id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.products.delete({ id: 'one' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe("the fields of the shop's page", () => {
  it('are given, changed, and left alone by a caller who does not speak of them', async () => {
    const created = await admin.products.create({
      ...product,
      ...shopPage,
      rating: '4.5',
      collections: 'Best Sellers, new-in, best-sellers',
    })
    expect(created).toMatchObject({ ...product, ...shopPage })
    expect(await admin.products.update({ ...product, id: created.id, name: 'Renamed', stockQuantity: 0 })).toMatchObject({
      ...shopPage,
      name: 'Renamed',
    })
    const shown = (await shop.visitor.products.shop()).products.find(({ id }) => id === created.id)
    const { isPreOrder: _isPreOrder, collections, algorithm: _a, voltage: _v, noise: _n, warranty: _w, delivery: _d, ...rest } = shopPage
    expect(shown).toMatchObject({ ...rest, availability: 'Pre-Order', collections: ['asic-miners', ...collections] })
    expect(await admin.products.byId({ id: created.id })).toMatchObject(shopPage)

    const nothing = {
      isPreOrder: false,
      condition: '',
      rating: '',
      hashrate: '',
      power: ' ',
      efficiency: null,
      collections: '',
      shopUrl: '',
      ratingCount: '',
      algorithm: '',
      voltage: '',
      noise: '',
      warranty: '',
      delivery: '',
    }
    expect(await admin.products.update({ ...product, id: created.id, ...nothing })).toMatchObject(unsaid)
    const [emptied] = (await admin.audit.history({ subjectType: 'product', subjectId: created.id })).rows
    expect(emptied).toMatchObject({ before: shopPage, after: recordOf(keysOf(shopPage), (field) => unsaid[field]) })
    await admin.products.delete({ id: created.id })
  })

  it('have the usual values where the payload of the requirements alone creates a product', async () => {
    const created = await admin.products.create(product)
    expect(created).toMatchObject(unsaid)
    await admin.products.delete({ id: created.id })
  })

  it.each([
    ['rating', 5.1],
    ['rating', -1],
    ['rating', 4.55],
    ['rating', 'good'],
    ['condition', 'x'.repeat(201)],
    ['power', 'a\0b'],
    ['collections', ['☆']],
    ['collections', Array.from({ length: 51 }, (_, index) => `c${index}`)],
    ['collections', ['x'.repeat(101)]],
    ['shopUrl', 'javascript:alert(1)'],
    ['shopUrl', 'https://cdn.example.com:99999/a'],
    ['shopUrl', `https://shop.example/${'x'.repeat(2_000)}`],
  ])('are refused with bad input: %s %j', async (field, value) => {
    const refused = admin.products.create({ ...product, [field]: value })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(refused).rejects.toThrow(field)
  })

  it('are read whatever plain SQL has put there', async () => {
    await run(`INSERT INTO products (name, category, rating, collections, is_pre_order) VALUES
      ('Odd one', 'Odd', 'NaN', NULL, true), ('Odd two', 'Odd', -9.9, ARRAY[NULL, 'Sale'], false), ('Odd two, flat', 'Odd', 3, '{{a,b},{c,d}}', false)`)
    const { rows } = await admin.products.list({ category: 'Odd', sort: 'name' })
    const whole = await Promise.all(rows.map(({ id }) => admin.products.byId({ id })))
    expect(whole.map(({ rating, collections }) => [rating, collections])).toEqual([
      [null, []],
      [-9.9, ['Sale']],
      [3, ['a', 'b', 'c', 'd']],
    ])
    await expect
      .poll(async () =>
        (await shop.visitor.products.shop()).products
          .filter(({ category }) => category === 'Odd')
          .map(({ name, rating }) => [name, rating]),
      )
      .toEqual(
        expect.arrayContaining([
          ['Odd one', null],
          ['Odd two', 0],
        ]),
      )
    await run(`DELETE FROM products WHERE category = 'Odd'`)
  })
})

describe('the history of a product', () => {
  const history = async (subjectId: string) => (await admin.audit.history({ subjectType: 'product', subjectId })).rows

  it('tells who added, changed and deleted it, and of a change only what changed', async () => {
    const other = await shop.signIn('admin')
    const { id } = await admin.products.create(product)
    await other.caller.products.update({ ...product, id, price: 3500, stockQuantity: 0, version: 1 })
    await admin.products.update({ ...product, id, price: 3500, stockQuantity: 0, version: 2 })
    await admin.products.delete({ id })
    const rows = await history(id)
    expect(rows.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'product.deleted', before: { ...product, ...unsaid, price: 3500, stockQuantity: 0 }, after: null },
      { action: 'product.updated', before: { price: 3999.99, stockQuantity: 12 }, after: { price: 3500, stockQuantity: 0 } },
      { action: 'product.created', before: null, after: { ...product, ...unsaid } },
    ])
    expect(rows[1]?.actor).toBe(other.email)
    expect(rows[0]?.actor).toBe(rows[2]?.actor)
    expect(rows[0]?.actor).not.toBe(other.email)
  })

  it('has no word of what was refused', async () => {
    const { id } = await admin.products.create(product)
    await admin.products.update({ ...product, id, name: 'theirs', version: 1 })
    await expect(admin.products.update({ ...product, id, name: 'mine', version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.products.update({ ...product, id, name: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await history(id)).map((row) => row.after?.name)).toEqual(['theirs', 'Antminer S21'])
  })

  it('stands or falls with the change', async () => {
    const { id } = await admin.products.create(product)
    await run('ALTER TABLE audit_log RENAME TO audit_log_away')
    await expect(admin.products.update({ ...product, id, name: 'unseen' })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await expect(admin.products.delete({ id })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await run('ALTER TABLE audit_log_away RENAME TO audit_log')
    expect(await admin.products.byId({ id })).toMatchObject({ name: 'Antminer S21', version: 1 })
    expect(await history(id)).toHaveLength(1)
  })
})

describe('products.list', () => {
  beforeAll(async () => {
    await run(`DELETE FROM products`)
    await run(`INSERT INTO products (name, category) VALUES ('Bare', 'Parts')`)
    await run(`INSERT INTO products (name, category, manufacturer, price, stock_quantity, is_active, created_at) VALUES
      ('Antminer S21', 'ASIC Miners', 'Bitmain', 3999.99, 5, true, '2026-01-03T00:00:00Z'), ('Whatsminer M60', 'ASIC Miners', 'MicroBT', NULL, 0, false, '2026-01-02T00:00:00Z'),
      ('100%_Fan\\Kit', 'Parts', NULL, 20, 5, true, '2026-01-01T00:00:00Z')`)
  })

  it('comes newest first with figures, and with null for what is not known', async () => {
    const list = await admin.products.list({})
    expect(list).toMatchObject({
      total: 4,
      matching: 4,
      counts: { active: 3, inactive: 1 },
      categories: [
        { name: 'ASIC Miners', products: 2 },
        { name: 'Parts', products: 2 },
      ],
    })
    expect(list.rows.map((row) => row.name)).toEqual(['Bare', 'Antminer S21', 'Whatsminer M60', '100%_Fan\\Kit'])
    expect(list.rows[0]).toEqual({
      id: expect.any(String),
      name: 'Bare',
      category: 'Parts',
      manufacturer: null,
      model: null,
      price: null,
      stockQuantity: 0,
      description: null,
      imageUrl: null,
      isActive: true,
      tracksUnits: false,
      createdAt: expect.any(Date),
      version: 1,
    })
  })

  it('finds a literal part of name, category and manufacturer, and filters by category and status', async () => {
    expect(await names({ search: 'aNTminer' })).toEqual(['Antminer S21'])
    expect(await names({ search: 'microbt' })).toEqual(['Whatsminer M60'])
    expect(await names({ search: 'asic' })).toHaveLength(2)
    for (const search of ['%', '_', '\\', '100%_']) expect(await names({ search })).toEqual(['100%_Fan\\Kit'])
    expect(await names({ category: 'Parts' })).toEqual(['Bare', '100%_Fan\\Kit'])
    expect(await names({ status: 'inactive' })).toEqual(['Whatsminer M60'])
    expect(await admin.products.list({ category: 'ASIC Miners', status: 'active' })).toMatchObject({ matching: 1, total: 4 })
    expect(await admin.products.list({ category: 'Parts', search: 'kit' })).toMatchObject({ matching: 1 })
    expect(await names({ category: 'None' })).toEqual([])
  })

  it.each(productAdminSorts)('comes whole and once, page by page, sorted by %s', async (sort) => {
    const all = await names({ sort })
    expect((await readPages((cursor) => admin.products.list({ sort, limit: 1, cursor }))).map((row) => row.name)).toEqual(all)
    expect(new Set(all).size).toBe(4)
    if (sort === 'stock') expect(all.slice(2).toSorted()).toEqual(['100%_Fan\\Kit', 'Antminer S21'])
    for (const cursor of foreignCursors(sort).slice(0, 3))
      await expect(admin.products.list({ sort, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('takes as many statements as for one row', async () => {
    const few = await statementsOf(() => admin.products.list({ search: 'Antminer' }))
    await run(`INSERT INTO products (name, category) SELECT 'Antminer ' || n, 'C' || n FROM generate_series(1, 60) AS n`)
    expect(await statementsOf(() => admin.products.list({ search: 'Antminer' }))).toBe(few)
  })
})

describe('products.change', () => {
  const make = async (values: object = {}) => admin.products.create({ ...product, name: `Many ${Math.random()}`, ...values })

  it('sets price, stock or visibility of many, of what is as they were chosen, and says what became of each', async () => {
    const [first, second, third] = [await make(), await make({ isActive: false }), await make()]
    await admin.products.update({ ...product, name: third.name, id: third.id, price: 1 })
    const { counts, results } = await admin.products.change({
      ids: [first, second, third, { id: UNKNOWN, version: 1 }].map(({ id, version }) => ({ id, version })),
      isActive: false,
    })
    expect(counts).toEqual({ changed: 1, unchanged: 1, conflict: 1, missing: 1 })
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged', 'conflict', 'missing'])
    expect((await admin.products.byId({ id: first.id })).isActive).toBe(false)
    expect((await admin.products.byId({ id: third.id })).isActive).toBe(true)
    expect(await inShop()).not.toContain(first.name)

    await admin.products.change({ ids: [first.id], price: '12.5', stockQuantity: '7' })
    const changed = await admin.products.byId({ id: first.id })
    // Fields that the input leaves out stay.
    expect(changed).toMatchObject({ price: 12.5, stockQuantity: 7, isActive: false, description: 'Air-cooled', imageUrl: product.imageUrl })
    const { rows: entries } = await admin.audit.history({ subjectType: 'product', subjectId: first.id })
    expect(entries[0]).toMatchObject({
      action: 'product.updated',
      before: { price: 3999.99, stockQuantity: 12 },
      after: { price: 12.5, stockQuantity: 7 },
    })
    await admin.products.change({ ids: [first.id], price: null })
    expect((await admin.products.byId({ id: first.id })).price).toBeNull()
  })

  it('changes all of a view or none', async () => {
    await make({ name: 'Viewed one', category: 'Viewed' })
    await make({ name: 'Viewed two', category: 'Viewed', stockQuantity: 0 })
    const all = { category: 'Viewed' }
    await expect(admin.products.change({ all, expected: 3, isActive: false })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await names({ ...all, status: 'active' })).toHaveLength(2)
    expect((await admin.products.change({ all, expected: 2, isActive: false })).counts.changed).toBe(2)
    expect(await names({ ...all, status: 'active' })).toEqual([])
    expect(await names({ ...all, stock: 'in' })).toEqual(['Viewed one'])
    expect(await admin.products.list({ ...all, stock: 'out' })).toMatchObject({ matching: 1, rows: [{ name: 'Viewed two' }] })
  })

  it('refuses bad input with its field', async () => {
    const { id } = await make()
    const fieldsOf = async (input: Parameters<typeof admin.products.change>[0]) => {
      const error: unknown = await admin.products.change(input).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'BAD_REQUEST' })
      return Object.keys(error instanceof Error && error.cause instanceof z.ZodError ? z.flattenError(error.cause).fieldErrors : {})
    }
    expect(await fieldsOf({ ids: [id] })).toEqual(['price'])
    expect(await fieldsOf({ ids: [id], price: -1 })).toEqual(['price'])
    expect(await fieldsOf({ ids: [id], price: 'much' })).toEqual(['price'])
    expect(await fieldsOf({ ids: [id], stockQuantity: -1 })).toEqual(['stockQuantity'])
    expect(await fieldsOf({ isActive: true })).toEqual(['ids'])
    expect(await fieldsOf({ all: {}, isActive: true })).toEqual(['expected'])
  })
})
