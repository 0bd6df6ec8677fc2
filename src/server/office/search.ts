import * as z from 'zod'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import { FOUND_OF_EACH, SHORTEST_SEARCH, type AdminSearch, type FoundRecord } from '~/contracts/office/search'
import { recordOf } from '~/contracts/keys'
import { nouns, records, statusNouns, type Noun, type StatusNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { knownAs, nameOfUser, statusSource } from '~/server/platform/records/customer-list'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonObject } from '~/server/platform/lists/json-row'
import { everyRow } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { searchPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import { machineListing } from '~/server/catalogue/machines/list-machines'
import { modelListing } from '~/server/catalogue/models/list-models'
import { partListing } from '~/server/stock/parts/list-parts'
import { productListing } from '~/server/catalogue/products/list-products'
import { unitListing } from '~/server/stock/units/list-units'
import { nameOfBuyer } from '~/server/billing/invoices/buyer-name'
import { invoiceSource } from '~/server/billing/invoices/list-invoices'
import { userListing } from '~/server/identity/users/users'

interface Kind {
  source: ListSource
  id: Prisma.Sql
  title: Prisma.Sql
  detail: Prisma.Sql
}

/** With more matches, the newest rows are scanned instead. */
const MOST_SORTED = 200

function ofCustomers(noun: StatusNoun): Kind {
  return {
    source: statusSource(noun),
    id: Prisma.sql`t.id`,
    title: Prisma.raw(`t.${records[noun].status.number}`),
    detail: nameOfUser(Prisma.sql`t.user_id`),
  }
}

const others: Record<Exclude<Noun, StatusNoun>, Kind> = {
  units: {
    source: unitListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`t.unit_number`,
    detail: Prisma.sql`left(concat_ws(' ', nullif(t.manufacturer, ''), nullif(t.model, ''), t.serial_number), 200)`,
  },
  invoices: {
    source: invoiceSource,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`coalesce(t.number, CASE t.kind WHEN 'credit_note' THEN 'Credit note' ELSE 'Invoice' END || ' that waits')`,
    detail: Prisma.sql`left(coalesce(nullif(t.buyer ->> 'company', ''), nullif(t.buyer ->> 'name', ''),
      ${nameOfBuyer(Prisma.sql`t.buyer_id`)}), 200)`,
  },
  users: {
    source: userListing({}).source,
    id: Prisma.sql`t.user_id`,
    title: Prisma.sql`coalesce(${knownAs(Prisma.sql`t`)}, 'No name')`,
    detail: Prisma.sql`coalesce(nullif(t.email, ''), t.phone)`,
  },
  products: {
    source: productListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`t.name`,
    detail: Prisma.sql`t.category`,
  },
  parts: {
    source: partListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`t.part_number`,
    detail: Prisma.sql`(SELECT left(concat_ws(' ', y.name, t.serial_number), 200) FROM part_types AS y WHERE y.id = t.type_id)`,
  },
  machines: {
    source: machineListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`concat_ws(' ', t.manufacturer, t.model)`,
    detail: Prisma.sql`t.category`,
  },
  models: {
    source: modelListing({}).source,
    id: Prisma.sql`t.id`,
    title: Prisma.sql`concat_ws(' ', t.manufacturer, t.name)`,
    detail: Prisma.sql`t.category`,
  },
}

const kinds: Record<Noun, Kind> = { ...recordOf(statusNouns, ofCustomers), ...others }

const foundRow = z.object({ id: z.string(), title: z.string(), detail: z.string() })

async function findKind(db: JsonReader, noun: Noun, text: string): Promise<FoundRecord[]> {
  const { source, id, title, detail } = kinds[noun]
  const row = { json: jsonObject({ id, title, detail: Prisma.sql`coalesce(${detail}, '')` }), schema: foundRow }
  const search = { source, keyset: createdSorts['-created'], text, filter: everyRow, cursor: null, limit: FOUND_OF_EACH, row }
  const { rows } = await searchPageOfRows(db, { ...search, counted: null }, MOST_SORTED)
  return rows.map((found) => ({ noun, ...found }))
}

/** Some records of every kind that the caller may read, which have each word in number, name or address, or are of the number. */
export async function searchAll({ db, viewer }: SignedInCall<'db'>, { query }: { query: string }): Promise<AdminSearch> {
  const text = query.trim()
  if (text.length < SHORTEST_SEARCH) return { results: [] }
  return { results: (await Promise.all(nouns.filter(mayRead(viewer)).map((noun) => findKind(db, noun, text)))).flat() }
}
