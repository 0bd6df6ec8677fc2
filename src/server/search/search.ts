import type { Services } from '~/server/services'
import { FOUND_OF_EACH, SHORTEST_SEARCH, type AdminSearch, type FoundRecord } from '~/contracts/admin-search'
import { recordOf } from '~/contracts/keys'
import { nouns, records, statusNouns, type Noun, type StatusNoun } from '~/contracts/records'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { customerListSource } from '~/server/customer-records/list-source'
import { substringPattern } from '~/server/platform/lists/like'
import { searchRows, type ListSource } from '~/server/platform/lists/list-search'
import { createdSorts } from '~/server/platform/lists/sorts'
import { machineListing } from '~/server/machines/list'
import { productListing } from '~/server/products/list'
import { userListing } from '~/server/users/list'

/** How a noun is found and named. */
interface Kind {
  source: ListSource
  /** Of the row `t`. */
  id: Prisma.Sql
  title: Prisma.Sql
  detail: Prisma.Sql
}

/** So many matches are looked at by index before the newest rows are gone through instead. */
const MOST_SORTED = 200

/** Orders, repairs and trade-ins: by their number, and by their customer's name and address. */
function ofCustomers(noun: StatusNoun): Kind {
  const { table, status } = records[noun]
  return {
    source: customerListSource(Prisma.raw(table), Prisma.raw(status.number)),
    id: Prisma.sql`t.id`,
    title: Prisma.raw(`t.${status.number}`),
    detail: Prisma.sql`(SELECT coalesce(nullif(p.full_name, ''), p.email) FROM profiles AS p WHERE p.user_id = t.user_id)`,
  }
}

const others: Record<Exclude<Noun, StatusNoun>, Kind> = {
  users: {
    source: userListing({}).source,
    id: Prisma.sql`t.user_id`,
    title: Prisma.sql`coalesce(nullif(t.full_name, ''), t.email)`,
    detail: Prisma.sql`t.email`,
  },
  products: {
    source: productListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`t.name`,
    detail: Prisma.sql`t.category`,
  },
  machines: {
    source: machineListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`concat_ws(' ', t.manufacturer, t.model)`,
    detail: Prisma.sql`t.category`,
  },
}

const kinds: Record<Noun, Kind> = { ...recordOf(statusNouns, ofCustomers), ...others }

/** The newest matches of a kind, in one statement. */
async function findKind(prisma: PrismaClient, noun: Noun, pattern: string): Promise<FoundRecord[]> {
  const { source, id, title, detail } = kinds[noun]
  const search = { source, keyset: createdSorts['-created'], pattern, filter: Prisma.sql`TRUE`, cursor: null }
  const rows = await prisma.$queryRaw<Omit<FoundRecord, 'noun'>[]>`
    WITH ${searchRows(search, FOUND_OF_EACH, MOST_SORTED)}
    SELECT ${id} AS id, ${title} AS title, coalesce(${detail}, '') AS detail
    FROM page JOIN ${source.table} ON t.id = page.sort_1 ORDER BY page.sort_0 DESC, page.sort_1 DESC LIMIT ${FOUND_OF_EACH}`
  return rows.map((row) => ({ noun, ...row }))
}

/** Records of every kind whose number, name or address has a literal substring, a few of each; a statement for each kind. */
export async function searchAll({ db: { prisma } }: Pick<Services, 'db'>, { query }: { query: string }): Promise<AdminSearch> {
  const text = query.trim()
  if (text.length < SHORTEST_SEARCH) return { results: [] }
  const pattern = substringPattern(text)
  return { results: (await Promise.all(nouns.map((noun) => findKind(prisma, noun, pattern)))).flat() }
}
