import * as z from 'zod'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import { FOUND_OF_EACH, SHORTEST_SEARCH, type AdminSearch, type FoundRecord } from '~/contracts/office/search'
import { nouns, type Noun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonObject } from '~/server/platform/lists/json-row'
import { everyRow } from '~/server/platform/lists/list-search'
import { searchPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import { recordLists } from './record-lists'

/** With more matches, the newest rows are scanned instead. */
const MOST_SORTED = 200

const foundRow = z.object({ id: z.string(), title: z.string(), detail: z.string() })

async function findKind(db: JsonReader, noun: Noun, text: string): Promise<FoundRecord[]> {
  const { source, id = Prisma.sql`t.id`, title, detail } = recordLists[noun].found
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
