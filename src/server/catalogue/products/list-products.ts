import type { Services } from '~/server/services'
import type * as z from 'zod'
import { productListInput, productStatuses, type Product, type ProductList } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { describedColumns } from '~/server/platform/csv/described-columns'
import { countedBy, countsBy, rowsByStatus } from '~/server/platform/lists/counts'
import { type Keyset, integerColumn, textColumn, byId, createdSorts } from '~/server/platform/lists/sorts'
import { readList, type Listing } from '~/server/platform/lists/read-list'
import type { ListSource } from '~/server/platform/lists/list-source'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import { pictureAddressOf } from './product-pictures'
import { listedRow, productRow } from './read-product'

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

/** Keys such as 'active ASIC Miners'. */
const counted = countedBy(records.products.table, {
  by: Prisma.sql`category, is_active`,
  key: Prisma.sql`CASE WHEN is_active THEN 'active ' ELSE 'inactive ' END || left(category, 200)`,
})
const statusIn = (key: string) => key.slice(0, key.indexOf(' '))
const categoryIn = (key: string) => key.slice(key.indexOf(' ') + 1)

/** A page of products with the number of each status and category (requirements §2 Product Management). @throws BAD_REQUEST for a foreign cursor */
export async function listProducts({ db }: Pick<Services, 'db'>, view: ProductListInput): Promise<ProductList> {
  const { counts, ...page } = await readList(db, {
    counted,
    ...productListing(view),
    row: listedRow,
    filtered: (all) => (view.category || view.stock ? undefined : view.status ? countsBy(all, statusIn).rows(view.status) : all.total),
    cursor: view.cursor,
    limit: view.limit,
  })
  const ofCategories = countsBy(counts, categoryIn)
  const categories = ofCategories.keys.toSorted().map((name) => ({ name, products: ofCategories.rows(name) }))
  const rows = page.rows.map(({ picture, ...row }) => (picture === null ? row : { ...row, picture: pictureAddressOf(picture, 'card') }))
  return { ...page, rows, counts: rowsByStatus(productStatuses, countsBy(counts, statusIn)), categories }
}

export const productRecords = recordList({
  view: productListInput.omit(noPosition),
  listing: productListing,
  csv: describedColumns<Omit<Product, 'tracksUnits'>>(productFields),
  found: { source, title: Prisma.sql`t.name`, detail: Prisma.sql`t.category` },
})
