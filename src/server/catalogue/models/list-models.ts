import { modelFields } from '~/contracts/catalogue/model-fields'
import { modelListInput, type Model, type ModelList, type ModelListInput } from '~/contracts/catalogue/models'
import { Prisma } from '~/generated/prisma/client'
import { describedColumns } from '~/server/platform/csv/described-columns'
import type { Listing } from '~/server/platform/lists/read-list'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import { byId, createdSorts, textColumn, type Keyset } from '~/server/platform/lists/sorts'
import { viewCondition } from '~/server/platform/lists/view'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'
import { modelRow } from './read-model'

const byName = [textColumn(Prisma.sql`t.manufacturer`), textColumn(Prisma.sql`t.name`), byId]
const keysets: Record<ModelListInput['sort'], Keyset> = {
  ...createdSorts,
  name: { name: 'name', columns: byName, descending: false },
  '-name': { name: '-name', columns: byName, descending: true },
}

const table = Prisma.sql`device_models AS t`
/** Merged rows are spellings of other models. */
const isModel = Prisma.sql`t.merged_into IS NULL`
const matches = (pattern: string) => Prisma.sql`((t.manufacturer ILIKE ${pattern} OR t.name ILIKE ${pattern}) AND ${isModel})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

const modelListing = ({ status, search, sort = 'name' }: Partial<ModelListInput>): Listing<Model> => ({
  source,
  filter: status ? Prisma.sql`(${isModel} AND t.is_active = ${status === 'active'})` : isModel,
  search,
  keyset: keysets[sort],
  row: modelRow,
})

/** @throws BAD_REQUEST for a foreign cursor */
export async function listModels({ db }: Pick<Services, 'db'>, view: ModelListInput): Promise<ModelList> {
  const { row, keyset, ...shown } = modelListing(view)
  const condition = viewCondition(shown)
  const page = await readPageOfRows(db, { source, keyset, row, filter: condition, cursor: view.cursor, limit: view.limit, counted: null })
  const [figures] = await db.prisma.$queryRaw<{ total: number; active: number; matching: number }[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE t.is_active))::int AS active, (count(*) FILTER (WHERE ${condition}))::int AS matching
    FROM ${table} WHERE ${isModel}`
  const { total, active, matching } = figures ?? { total: 0, active: 0, matching: 0 }
  return { rows: page.rows, nextCursor: page.nextCursor, total, matching, counts: { active, inactive: total - active } }
}

export const modelRecords = recordList({
  view: modelListInput.omit(noPosition),
  listing: modelListing,
  csv: describedColumns<Model>(modelFields),
  found: { source, title: Prisma.sql`concat_ws(' ', t.manufacturer, t.name)`, detail: Prisma.sql`t.category` },
})
