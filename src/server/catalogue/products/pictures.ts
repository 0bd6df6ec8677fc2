import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  MOST_PICTURES,
  type arrangePicturesInput,
  type pictureUploadQuery,
  type PictureSize,
  type ProductPicture,
} from '~/contracts/catalogue/product-pictures'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/read'
import { type Actor, recordAudit } from '~/server/platform/audit/record'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { decodeFile } from '~/server/platform/files/decode-file'
import { FileRefusal } from '~/server/platform/files/file-store'
import { storeWithRow } from '~/server/platform/files/store-with-row'
import type { Upload } from '~/server/platform/files/upload-folder'
import type { Services } from '~/server/services'

/** Pictures are stored in this type, and sent as nothing else. */
export const PICTURE_TYPE = 'image/webp'

const PICTURE = { one: 'picture' }

const tooMany = () =>
  new TRPCError({
    code: 'CONFLICT',
    message: `A product has at most ${MOST_PICTURES} pictures. Remove one that is not needed any more.`,
  })

/** The address of a picture. Its bytes never change, since another picture has another id. */
export const pictureAddressOf = (id: string, size: PictureSize) => `/api/product-pictures/${id}/${size}.webp`

const columns = { id: true, name: true, altText: true, width: true, height: true } satisfies Prisma.ProductPictureSelect
const order = [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }] satisfies Prisma.ProductPictureOrderByWithRelationInput[]

/** A product's pictures in their order. */
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

/** The first picture's id of each product that has one. */
export async function firstPictures(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma.$queryRaw<{ product: string; id: string }[]>`
    SELECT DISTINCT ON (product_id) product_id::text AS product, id::text AS id FROM product_pictures
    WHERE product_id = ANY(${[...productIds]}::uuid[]) ORDER BY product_id, position, created_at, id`
  return new Map(rows.map(({ product, id }) => [product, id]))
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
  if (decoded.kind !== 'picture') throw new FileRefusal('This file is no picture. JPEG, PNG, WebP, AVIF and HEIC are taken.')
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

/** Puts a product's pictures into an order, and says what each shows. @returns them all. @throws NOT_FOUND for a picture that is gone */
export async function arrangePictures(
  call: Call<'db' | 'live' | 'catalogue'>,
  { productId, pictures }: z.output<typeof arrangePicturesInput>,
): Promise<ProductPicture[]> {
  await call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.products, productId)
    const known = await tx.productPicture.findMany({ where: { productId }, orderBy: order, take: MOST_PICTURES, select: columns })
    const texts = new Map(pictures.map(({ id, altText }) => [id.toLowerCase(), altText]))
    if ([...texts.keys()].some((id) => !known.some((picture) => picture.id === id))) throw notFound(PICTURE)
    const arranged = [...texts.keys(), ...known.map(({ id }) => id).filter((id) => !texts.has(id))]
    for (const [position, id] of arranged.entries()) {
      const altText = texts.get(id)
      await tx.productPicture.update({
        where: { id },
        data: { position, ...(altText === undefined ? {} : { altText }) },
        select: { id: true },
      })
    }
    await recordAudit(tx, call.actor, event(productId, 'pictures_arranged', {}))
  })
  productChanged(call, productId)
  return listPictures(call, productId)
}

/** Removes a picture; its files follow within the hour. @throws NOT_FOUND */
export async function removePicture(call: Call<'db' | 'live' | 'catalogue'>, { id }: { id: string }): Promise<{ id: string }> {
  const { productId } = await call.db.prisma.$transaction(async (tx) => {
    const [removed] = await tx.productPicture.findMany({ where: { id }, take: 1, select: { productId: true, name: true } })
    if (!removed) throw notFound(PICTURE)
    await lockRow(tx, records.products, removed.productId)
    const { count } = await tx.productPicture.deleteMany({ where: { id } })
    if (count === 0) throw notFound(PICTURE)
    await recordAudit(tx, call.actor, event(removed.productId, 'picture_removed', { before: { picture: shownLine(removed.name) } }))
    return removed
  })
  productChanged(call, productId)
  return { id }
}
