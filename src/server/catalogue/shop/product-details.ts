import type { ProductDetails } from '~/contracts/catalogue/products'
import { rowId, shownLine } from '~/contracts/fields'
import { listPictures } from '~/server/catalogue/products/product-pictures'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** The list has the beginning of a description. */
const LONGEST_DESCRIPTION = 20_000

const columns = { description: true, algorithm: true, voltage: true, noise: true, warranty: true, delivery: true } as const

/** A platform's product has a description only. @throws NOT_FOUND for one that is not for sale */
export async function readProductDetails(
  { db, live, catalogue }: Pick<Services, 'db' | 'live' | 'catalogue'>,
  { id }: { id: string },
): Promise<ProductDetails> {
  await live.values.products.get()
  const product = catalogue.current?.productOf(id)
  if (!product) throw notFound({ one: 'product' })
  const isOwn = rowId.safeParse(id).success
  const row = isOwn ? await db.prisma.product.findUnique({ where: { id }, select: columns }) : null
  const pictures = row ? await listPictures({ db }, id) : []
  const line = (text: string | null | undefined) => shownLine(text ?? '')
  return {
    description: (row?.description ?? product.description).slice(0, LONGEST_DESCRIPTION),
    algorithm: line(row?.algorithm),
    voltage: line(row?.voltage),
    noise: line(row?.noise),
    warranty: line(row?.warranty),
    delivery: line(row?.delivery),
    pictures: pictures.map(({ card, full, altText, width, height }) => ({ card, full, alt: altText || product.name, width, height })),
  }
}
