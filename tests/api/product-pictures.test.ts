import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LARGEST_FILE } from '~/contracts/uploads'
import { MOST_PICTURES } from '~/contracts/catalogue/product-pictures'
import * as pictureRoute from '~/pages/api/product-pictures/[pictureId]/[size]'
import * as uploadRoute from '~/pages/api/product-pictures/index'
import { sweepFiles } from '~/server/cases/sweep-files'
import { fileKey, verified, type FileStore } from '~/server/platform/files/file-store'
import { createFolderStore } from '~/server/platform/files/folder-store'
import { serveRoutes } from '../setup/routes'
import { openS3 } from '../setup/s3'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let s3: Awaited<ReturnType<typeof openS3>>
let folder: string
let store: FileStore
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let headers: Record<string, string>
let productId: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-pictures-'))
  s3 = await openS3()
  const files: FileStore = {
    place: 'the store of a test',
    put: (...given) => store.put(...given),
    get: (key) => store.get(key),
    remove: (key) => store.remove(key),
  }
  shop = await openTestShop({ files, dataDir: folder })
  routes = await serveRoutes(shop, [
    { path: /^\/api\/product-pictures$/, module: uploadRoute },
    { path: /^\/api\/product-pictures\/(?<pictureId>[^/]+)\/(?<size>[^/]+)$/, module: pictureRoute },
  ])
})
beforeEach(async () => {
  admin = await shop.signIn('admin')
  headers = await routes.signedIn(admin.sessionId)
  store = verified(createFolderStore(path.join(folder, 'files')))
  const product = await shop.db.prisma.product.create({ data: { name: 'Antminer S21', category: 'ASIC Miners' }, select: { id: true } })
  productId = product.id
})
afterAll(async () => {
  await routes.close()
  await shop.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const drawn = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#f59e0b' } })
const jpeg = async (width?: number, height?: number) => new Uint8Array(await drawn(width, height).jpeg().toBuffer())

interface Answer {
  status: number
  message?: string
  picture?: { id: string; name: string; width: number; height: number; card: string; full: string }
}

async function upload(
  body: Uint8Array<ArrayBuffer> | string,
  { name = 'front.jpg', given = headers, of = productId, more = {} } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ productId: of, name, ...more })
  const answer = await fetch(`${routes.url}/api/product-pictures?${query.toString()}`, {
    method: 'POST',
    headers: { ...given, 'Content-Type': 'application/octet-stream' },
    body,
  })
  return { ...((await answer.json()) as Omit<Answer, 'status'>), status: answer.status }
}
const add = async (name: string) => {
  const { picture } = await upload(await jpeg(), { name })
  if (!picture) throw new Error('the picture was refused')
  return picture
}
const list = () => admin.caller.products.pictures.list({ productId })
const names = async () => (await list()).map(({ name }) => name)
const shown = async () => (await shop.visitor.products.shop()).products.find(({ id }) => id === productId)
const inShop = async () => (await shown())?.image

describe.each(['folder', 's3'] as const)('a picture in the %s', (kind) => {
  it('is kept as WebP in two sizes, without what the camera wrote, and anybody may keep it for ever', async () => {
    if (kind === 's3') store = verified(s3.store())
    const taken = await drawn(3000, 2000)
      .withExif({ IFD0: { Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, picture } = await upload(new Uint8Array(taken), { name: '../../board\u202e 1.JPG' })
    expect({ status, picture }).toMatchObject({ status: 201, picture: { name: 'board 1.JPG', width: 1067, height: 1600 } })
    for (const [address, height] of [
      [picture?.full, 1600],
      [picture?.card, 640],
    ] as const) {
      const answer = await fetch(`${routes.url}${address}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(shown).toMatchObject({ format: 'webp', height })
      expect(shown.exif).toBeUndefined()
    }
  })
})

describe('the shop', () => {
  it('shows the first picture on the card, before the address of one, and all of them in the details', async () => {
    const imageUrl = '/products/whatsminer.svg'
    await shop.db.prisma.product.update({ where: { id: productId }, data: { imageUrl } })
    await vi.waitFor(async () => expect(await inShop()).toBe(imageUrl))
    const front = await add('front.jpg')
    const back = await add('back.jpg')
    expect(await inShop()).toBe(front.card)
    expect(await shown()).not.toHaveProperty('imageAlt')
    const altText = 'Its back, with both power supplies'
    await admin.caller.products.pictures.change({ id: back.id, place: 0, altText })
    expect(await shown()).toMatchObject({ image: back.card, imageAlt: altText })
    expect((await admin.caller.products.list({ search: 'Antminer S21' })).rows.find(({ id }) => id === productId)?.picture).toBe(back.card)
    expect((await shop.visitor.products.details({ id: productId })).pictures).toEqual([
      { card: back.card, full: back.full, alt: altText, width: 60, height: 40 },
      { card: front.card, full: front.full, alt: 'Antminer S21', width: 60, height: 40 },
    ])
    await admin.caller.products.pictures.remove({ id: back.id })
    await admin.caller.products.pictures.remove({ id: front.id })
    expect(await inShop()).toBe(imageUrl)
    await expect(admin.caller.products.pictures.remove({ id: front.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await fetch(`${routes.url}${front.full}`)).status).toBe(404)
  })

  it('follows a row of plain SQL, and says that its file is missing', async () => {
    const [key, small] = [fileKey(Buffer.from('one')), fileKey(Buffer.from('two'))]
    const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
      INSERT INTO product_pictures (product_id, name, bytes, width, height, storage_key, thumbnail_key)
      VALUES (${productId}::uuid, 'plain.jpg', 1, 1, 1, ${key}, ${small}) RETURNING id::text AS id`
    await vi.waitFor(async () => expect(await inShop()).toBe(`/api/product-pictures/${row?.id}/card.webp`))
    expect(await names()).toEqual(['plain.jpg'])
    const answer = await fetch(`${routes.url}/api/product-pictures/${row?.id}/card.webp`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([502, 'no-store'])
    await shop.db.prisma.$executeRaw`UPDATE product_pictures SET storage_key = '../etc/passwd' WHERE id = ${row?.id}::uuid`
    expect((await fetch(`${routes.url}/api/product-pictures/${row?.id}/full.webp`)).status).toBe(502)
  })
})

describe('an upload', () => {
  it('is refused with the reason, and leaves nothing', async () => {
    const refused = async (body: Parameters<typeof upload>[0], words: RegExp, status = 422) => {
      const answer = await upload(body)
      expect(answer.status).toBe(status)
      expect(answer.message).toMatch(words)
    }
    await refused('<svg xmlns="http://www.w3.org/2000/svg"/>', /SVG.*as PNG\. JPEG, PNG, WebP, AVIF and HEIC are taken\.$/)
    await refused('a note', /no picture/)
    await refused(new Uint8Array(0), /empty/)
    await refused((await jpeg()).slice(0, 200), /cannot be read/)
    await refused(new Uint8Array(LARGEST_FILE + 1), /larger than 15 MB/, 413)
    expect(await upload(await jpeg(), { of: 'none' })).toMatchObject({ status: 400 })
    expect(await upload(await jpeg(), { of: '00000000-0000-4000-8000-0000000000ff' })).toMatchObject({ status: 404 })
    expect(await list()).toEqual([])
  })

  it('needs an administrator who may change products', async () => {
    const bytes = await jpeg()
    expect(await upload(bytes, { given: {} })).toMatchObject({ status: 401 })
    const customer = await shop.signIn('customer')
    expect(await upload(bytes, { given: await routes.signedIn(customer.sessionId) })).toMatchObject({ status: 403 })
    await shop.db.prisma.profile.update({ where: { userId: admin.userId }, data: { scopes: ['products:read'] } })
    expect(await upload(bytes)).toMatchObject({ status: 403 })
    expect(await list()).toEqual([])
  })

  it(`fills a product up to ${MOST_PICTURES}, whoever sends at the same time`, { tags: ['full'] }, async () => {
    const bytes = await jpeg()
    for (let number = 1; number < MOST_PICTURES; number++) expect((await upload(bytes, { name: `${number}.jpg` })).status).toBe(201)
    const both = await Promise.all([upload(bytes, { name: 'a.jpg' }), upload(bytes, { name: 'b.jpg' })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.message).toBe(
      'A product has at most 8 pictures. Remove one that is not needed any more.',
    )
    expect(await names()).toHaveLength(MOST_PICTURES)
  })

  it('that is sent twice is stored once', async () => {
    const more = { idempotencyKey: 'the-same-picture-twice' }
    const bytes = await jpeg()
    const both = await Promise.all([upload(bytes, { more }), upload(bytes, { more })])
    expect(new Set(both.map(({ picture }) => picture?.id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })
})

it('is put at its new place, and described, whatever another administrator does at the same time', async () => {
  const [a, b, c] = [await add('a.jpg'), await add('b.jpg'), await add('c.jpg')]
  const { change, remove } = admin.caller.products.pictures
  expect((await change({ id: c.id, place: 0 })).map(({ name }) => name)).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
  await Promise.all([
    change({ id: a.id, place: 0 }),
    change({ id: a.id, altText: 'From above' }),
    change({ id: b.id, altText: 'Its fans' }),
  ])
  expect((await list()).map(({ name, altText }) => [name, altText])).toEqual([
    ['a.jpg', 'From above'],
    ['c.jpg', ''],
    ['b.jpg', 'Its fans'],
  ])
  // Beyond the last, so at the end.
  expect((await change({ id: a.id, place: MOST_PICTURES - 1 })).map(({ name }) => name)).toEqual(['c.jpg', 'b.jpg', 'a.jpg'])
  const both = await Promise.allSettled([remove({ id: b.id }), remove({ id: b.id })])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(change({ id: b.id, place: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(change({ id: a.id, place: MOST_PICTURES })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(change({ id: a.id, altText: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await names()).toEqual(['c.jpg', 'a.jpg'])
  const history = await admin.caller.audit.history({ subjectType: 'product', subjectId: productId })
  expect(history.rows[0]).toMatchObject({ action: 'product.picture_removed', before: { picture: 'b.jpg' } })
})

it('goes with its product, and its files with the next round', async () => {
  await add('front.jpg')
  const keys = await shop.db.prisma.productPicture.findMany({ where: { productId }, select: { storageKey: true, thumbnailKey: true } })
  await admin.caller.products.delete({ id: productId })
  expect(await list()).toEqual([])
  await sweepFiles({ ...shop.services, now: () => new Date(Date.now() + 1000) })
  for (const key of keys.flatMap(({ storageKey, thumbnailKey }) => [storageKey, thumbnailKey])) {
    await expect(store.get(key)).rejects.toMatchObject({ reason: 'missing' })
  }
})
