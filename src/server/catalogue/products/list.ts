import type { Services } from '~/server/services'
import type * as z from 'zod'
import { productStatuses, type Product, type ProductList, type productListInput } from '~/contracts/catalogue/product-admin'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { rowsByStatus } from '~/server/platform/lists/counts'
import { type Keyset, integerColumn, textColumn, byId, createdSorts } from '~/server/platform/lists/sorts'
import { readList, type Listing } from '~/server/platform/lists/list'
import type { ListSource } from '~/server/platform/lists/list-source'
import { firstPictures } from './pictures'
import { productRow } from './read'

type ProductListInput = z.output<typeof productListInput>

const byName = [textColumn(Prisma.sql`t.name`), byId]
const byStock = [integerColumn(Prisma.sql`t.stock_quantity`), byId]
const keysets: Record<ProductListInput['sort'], Keyset> = {
  ...createdSorts,
  name: { name: 'name', columns: byName, descending: false },
  '-name': { name: '-name', columns: byName, descending: true },
  stock: { name: 'stock', columns: byStock, descending: false },
  '-stock': { name: '-stock', columns: byStock, descending: true },
}

const table = Prisma.sql`products AS t`
const matches = (pattern: string) => Prisma.sql`(t.name ILIKE ${pattern} OR t.category ILIKE ${pattern} OR t.manufacturer ILIKE ${pattern})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

export const productListing = ({ category, status, stock, search, sort = '-created' }: Partial<ProductListInput>): Listing<Product> => {
  const ofCategory = category ? Prisma.sql`t.category = ${category}` : Prisma.sql`TRUE`
  const ofStatus = status ? Prisma.sql`t.is_active = ${status === 'active'}` : Prisma.sql`TRUE`
  const ofStock = stock ? Prisma.sql`(t.stock_quantity > 0) = ${stock === 'in'}` : Prisma.sql`TRUE`
  return {
    source,
    filter: Prisma.sql`${ofCategory} AND ${ofStatus} AND ${ofStock}`,
    search,
    keyset: keysets[sort],
    row: productRow,
  }
}

/** The products' categories in `list_counts`. */
const BY_CATEGORY = 'products by category'

/** A page of products with the number of each status and category (requirements §2 Product Management). @throws BAD_REQUEST for a foreign cursor */
export async function listProducts({ db }: Pick<Services, 'db'>, view: ProductListInput): Promise<ProductList> {
  const { table } = records.products
  const { counts, ...page } = await readList(db, {
    counted: [table, BY_CATEGORY],
    ...productListing(view),
    filtered: ({ total, rows }) => (view.category || view.stock ? undefined : view.status ? rows(view.status) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  const { keys, rows } = counts(BY_CATEGORY)
  const categories = keys.map((name) => ({ name, products: rows(name) }))
  const ids = page.rows.map(({ id }) => id)
  const pictures = ids.length > 0 ? await firstPictures(db.prisma, ids) : undefined
  const withPictures = page.rows.map((row) => {
    const first = pictures?.get(row.id)
    return first ? { ...row, picture: first.card } : row
  })
  return { ...page, rows: withPictures, counts: rowsByStatus(productStatuses, counts(table)), categories }
}
