import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  MOST_PICTURES,
  type changePictureInput,
  type pictureUploadQuery,
  type PictureSize,
  type ProductPicture,
} from '~/contracts/catalogue/product-pictures'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { type Actor, recordAudit } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { decodeFile } from '~/server/platform/files/decode-file'
import { pictureRefusals } from '~/server/platform/files/decoder/refusals'
import { FileRefusal } from '~/server/platform/files/file-store'
import { storeWithRow } from '~/server/platform/files/store-with-row'
import type { Upload } from '~/server/platform/files/upload-folder'
import type { Services } from '~/server/services'

/** Pictures are stored in this type, and sent as nothing else. */
export const PICTURE_TYPE = 'image/webp'

const PICTURE = { one: 'picture' }

/** Plain SQL may have given a product more than the shop shows. */
const MOST_MOVED = 1_000

const tooMany = () =>
  new TRPCError({
    code: 'CONFLICT',
    message: `A product has at most ${MOST_PICTURES} pictures. Remove one that is not needed any more.`,
  })

/** The address of a picture. Its bytes never change, since another picture has another id. */
export const pictureAddressOf = (id: string, size: PictureSize) => `/api/product-pictures/${id}/${size}.webp`

const columns = { id: true, name: true, altText: true, width: true, height: true } satisfies Prisma.ProductPictureSelect
const order = [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }] satisfies Prisma.ProductPictureOrderByWithRelationInput[]

export async function listPictures({ db: { prisma } }: Pick<Services, 'db'>, productId: string): Promise<ProductPicture[]> {
  const rows = await prisma.productPicture.findMany({ where: { productId }, orderBy: order, take: MOST_PICTURES, select: columns })
  return rows.map((row) => ({
    ...row,
    name: shownLine(row.name),
    altText: shownLine(row.altText),
    card: pictureAddressOf(row.id, 'card'),
    full: pictureAddressOf(row.id, 'full'),
  }))
}

/** The id of a product's first picture; null without one. */
export const firstPictureOf = (productId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT f.id FROM product_pictures AS f WHERE f.product_id = ${productId} ORDER BY f.position, f.created_at, f.id LIMIT 1)`

/** The first picture of each product that has one, by the product's id: its address for a card, and what is said of it. */
export async function firstPictures(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, { card: string; altText: string }>> {
  const rows = await prisma.$queryRaw<{ product: string; id: string; altText: string }[]>`
    SELECT DISTINCT ON (product_id) product_id::text AS product, id::text AS id, alt_text AS "altText" FROM product_pictures
    WHERE product_id = ANY(${[...productIds]}::uuid[]) ORDER BY product_id, position, created_at, id`
  return new Map(rows.map(({ product, id, altText }) => [product, { card: pictureAddressOf(id, 'card'), altText: shownLine(altText) }]))
}

/** Refuses one picture too many. @throws CONFLICT */
async function mustHaveRoom(prisma: Pick<Prisma.TransactionClient, 'productPicture'>, productId: string): Promise<void> {
  if ((await prisma.productPicture.count({ where: { productId } })) >= MOST_PICTURES) throw tooMany()
}

/** Says before a picture has come that it cannot be taken. @throws NOT_FOUND, CONFLICT */
export async function admitPicture({ db: { prisma } }: Pick<Services, 'db'>, productId: string): Promise<void> {
  if ((await prisma.product.count({ where: { id: productId } })) === 0) throw notFound(records.products)
  await mustHaveRoom(prisma, productId)
}

const event = (productId: string, action: string, values: { before?: Prisma.InputJsonObject; after?: Prisma.InputJsonObject }) => ({
  action: `product.${action}`,
  subjectType: records.products.auditSubject,
  subjectId: productId,
  ...values,
})

type StoreDeps = Pick<Services, 'db' | 'files' | 'now' | 'log' | 'live' | 'catalogue'> & { actor: Actor }

/**
 * Stores a received picture as a product's last one, in both sizes.
 * @param caller whose idempotency key it is
 * @throws FileRefusal for a file that is no picture, NOT_FOUND, CONFLICT for one too many, SERVICE_UNAVAILABLE
 */
export async function storePicture(
  deps: StoreDeps,
  caller: string,
  { productId, name, idempotencyKey }: z.output<typeof pictureUploadQuery>,
  upload: Upload,
): Promise<string> {
  const decoded = await decodeFile(upload.path, { log: deps.log, isUrgent: true, form: 'shop' })
  if (decoded.kind !== 'picture') throw new FileRefusal(pictureRefusals.unknown)
  const { bytes, thumbnail, width, height } = decoded
  const submission = {
    caller,
    key: idempotencyKey,
    procedure: 'POST /api/product-pictures',
    input: { productId, sent: upload.sha256 },
    now: deps.now(),
  }
  const file = { contentType: PICTURE_TYPE, bytes, thumbnail, thumbnailType: PICTURE_TYPE }
  const id = await storeWithRow(deps, file, submission, {
    before: async (tx) => {
      await lockRow(tx, records.products, productId)
      await mustHaveRoom(tx, productId)
      const { _max: last } = await tx.productPicture.aggregate({ where: { productId }, _max: { position: true } })
      // Plain SQL may have used the highest number.
      return Math.min((last.position ?? -1) + 1, 2_147_483_647)
    },
    row: async (tx, position, { storageKey, thumbnailKey }) => {
      const row = {
        productId,
        position,
        name,
        bytes: bytes.byteLength,
        width,
        height,
        uploadedBy: deps.actor.userId,
        createdAt: deps.now(),
      }
      const data = { ...row, storageKey, thumbnailKey: thumbnailKey ?? storageKey }
      const stored = await tx.productPicture.create({ data, select: { id: true } })
      await recordAudit(tx, deps.actor, event(productId, 'picture_added', { after: { picture: name } }))
      return stored.id
    },
  })
  productChanged(deps, productId)
  return id
}

/** Finds a picture's product and locks it, so that two changes of its pictures go one after the other. @throws NOT_FOUND */
async function lockProductOf(tx: Prisma.TransactionClient, id: string): Promise<{ productId: string; name: string; altText: string }> {
  const find = () => tx.productPicture.findUnique({ where: { id }, select: { productId: true, name: true, altText: true } })
  const found = await find()
  if (!found) throw notFound(PICTURE)
  await lockRow(tx, records.products, found.productId)
  const picture = await find()
  if (!picture) throw notFound(PICTURE)
  return picture
}

/** Puts a picture at its new place; the others close up behind it. */
async function move(tx: Prisma.TransactionClient, productId: string, id: string, place: number): Promise<void> {
  const rows = await tx.productPicture.findMany({ where: { productId }, orderBy: order, take: MOST_MOVED, select: { id: true } })
  const others = rows.flatMap((row) => (row.id === id ? [] : [row.id]))
  const ids = others.toSpliced(place, 0, id)
  await tx.$executeRaw`
    UPDATE product_pictures AS t SET position = o.place::int - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS o (id, place) WHERE t.id = o.id AND t.position <> o.place - 1`
}

/** Changes a picture's place, or what is said of it. @returns all of its product. @throws NOT_FOUND */
export async function changePicture(
  call: Call<'db' | 'live' | 'catalogue'>,
  { id, place, altText }: z.output<typeof changePictureInput>,
): Promise<ProductPicture[]> {
  const productId = await call.db.prisma.$transaction(async (tx) => {
    const was = await lockProductOf(tx, id)
    const picture = shownLine(was.name)
    if (place !== undefined) {
      await move(tx, was.productId, id.toLowerCase(), place)
      await recordAudit(tx, call.actor, event(was.productId, 'picture_moved', { after: { picture, place: place + 1 } }))
    }
    if (altText !== undefined && altText !== was.altText) {
      await tx.productPicture.update({ where: { id }, data: { altText }, select: { id: true } })
      const texts = { before: { altText: shownLine(was.altText) }, after: { altText } }
      await recordAudit(tx, call.actor, event(was.productId, 'picture_described', texts))
    }
    return was.productId
  })
  productChanged(call, productId)
  return listPictures(call, productId)
}

/** Removes a picture; its files follow within the hour. @throws NOT_FOUND */
export async function removePicture(call: Call<'db' | 'live' | 'catalogue'>, { id }: { id: string }): Promise<{ id: string }> {
  const productId = await call.db.prisma.$transaction(async (tx) => {
    const { productId: of, name } = await lockProductOf(tx, id)
    await tx.productPicture.deleteMany({ where: { id } })
    await recordAudit(tx, call.actor, event(of, 'picture_removed', { before: { picture: shownLine(name) } }))
    return of
  })
  productChanged(call, productId)
  return { id }
}
