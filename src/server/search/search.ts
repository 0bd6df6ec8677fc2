import { FOUND_OF_EACH, SHORTEST_SEARCH, type AdminSearch, type FoundNoun, type FoundRecord } from '~/contracts/admin-search'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { customerListSource } from '~/server/customer-records/list-source'
import { substringPattern } from '~/server/platform/lists/like'
import { searchRows, type ListSource } from '~/server/platform/lists/list-search'
import { createdSorts } from '~/server/platform/lists/sorts'
import { machineListing } from '~/server/machines/list'
import { productListing } from '~/server/products/list'
import { userListing } from '~/server/users/list'

interface Kind {
  noun: FoundNoun
  source: ListSource
  /** Of the row `t`. */
  id: Prisma.Sql
  title: Prisma.Sql
  detail: Prisma.Sql
}

/** So many matches are looked at by index before the newest rows are gone through instead. */
const MOST_SORTED = 200

/** Orders, repairs and trade-ins: by their number, and by their customer's name and address. */
const ofCustomers = (noun: FoundNoun, table: string, number: string): Kind => ({
  noun,
  source: customerListSource(Prisma.raw(table), Prisma.raw(number)),
  id: Prisma.sql`t.id`,
  title: Prisma.raw(`t.${number}`),
  detail: Prisma.sql`(SELECT coalesce(nullif(p.full_name, ''), p.email) FROM profiles AS p WHERE p.user_id = t.user_id)`,
})

const kinds: readonly Kind[] = [
  ofCustomers('order', 'orders', 'order_number'),
  ofCustomers('repair', 'repairs', 'repair_number'),
  ofCustomers('trade-in', 'trade_ins', 'trade_in_number'),
  {
    noun: 'user',
    source: userListing({}).source,
    id: Prisma.sql`t.user_id`,
    title: Prisma.sql`coalesce(nullif(t.full_name, ''), t.email)`,
    detail: Prisma.sql`t.email`,
  },
  {
    noun: 'product',
    source: productListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`t.name`,
    detail: Prisma.sql`t.category`,
  },
  {
    noun: 'machine',
    source: machineListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`concat_ws(' ', t.manufacturer, t.model)`,
    detail: Prisma.sql`t.category`,
  },
]

/** The newest matches of a kind, in one statement. */
async function findKind(prisma: PrismaClient, { noun, source, id, title, detail }: Kind, pattern: string): Promise<FoundRecord[]> {
  const search = { source, keyset: createdSorts['-created'], pattern, filter: Prisma.sql`TRUE`, cursor: null }
  const rows = await prisma.$queryRaw<Omit<FoundRecord, 'noun'>[]>`
    WITH ${searchRows(search, FOUND_OF_EACH, MOST_SORTED)}
    SELECT ${id} AS id, ${title} AS title, coalesce(${detail}, '') AS detail
    FROM page JOIN ${source.table} ON t.id = page.sort_1 ORDER BY page.sort_0 DESC, page.sort_1 DESC LIMIT ${FOUND_OF_EACH}`
  return rows.map((row) => ({ noun, ...row }))
}

/** Records of every kind whose number, name or address has a literal substring, a few of each; a statement for each kind. */
export async function searchAll(prisma: PrismaClient, query: string): Promise<AdminSearch> {
  const text = query.trim()
  if (text.length < SHORTEST_SEARCH) return { results: [] }
  const pattern = substringPattern(text)
  return { results: (await Promise.all(kinds.map((kind) => findKind(prisma, kind, pattern)))).flat() }
}
