import type { Unit, UnitList, UnitListInput } from '~/contracts/stock/units'
import { stockStates, unitListInput } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import { unitStates } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { amountCell, type Columns } from '~/server/platform/csv/write-csv'
import { countedBy, rowsByStatus, rowsOfAll } from '~/server/platform/lists/counts'
import { readList, type Listing } from '~/server/platform/lists/read-list'
import { everyRow, isText } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { createdSorts } from '~/server/platform/lists/sorts'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'
import { unitRow } from './unit-rows'

const table = Prisma.sql`units AS t`
const matches = (pattern: string) =>
  Prisma.sql`(t.unit_number ILIKE ${pattern} OR t.serial_number ILIKE ${pattern} OR t.manufacturer ILIKE ${pattern}
    OR t.model ILIKE ${pattern} OR t.location ILIKE ${pattern})`
const source: ListSource = {
  table,
  matches,
  found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`],
  bySerial: (key) => Prisma.sql`t.serial_key = ${key}`,
}

const isKept = Prisma.sql`t.merged_into IS NULL`

/** Searches show merged units: their label may still be on the machine. */
export const unitListing = ({ state, owner, modelId, location, search, sort = '-created' }: Partial<UnitListInput>): Listing<Unit> => {
  const conditions = [
    ...(search?.trim() ? [] : [isKept]),
    ...(state ? [Prisma.sql`t.state = ${state}::unit_state`] : []),
    ...(owner ? [Prisma.sql`t.owner = ${owner}::unit_owner`] : []),
    ...(modelId ? [Prisma.sql`t.model_id = ${modelId}::uuid`] : []),
    ...(location ? [isText(Prisma.sql`t.location`, location)] : []),
  ]
  const filter = conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND ')
  return { source, filter, search, keyset: createdSorts[sort], row: unitRow }
}

const counted = countedBy(records.units.table, { by: Prisma.sql`state`, key: Prisma.sql`state`, which: Prisma.sql`merged_into IS NULL` })

/** With the number of each state. @throws BAD_REQUEST for a foreign cursor */
export async function listUnits({ db }: Pick<Services, 'db'>, view: UnitListInput): Promise<UnitList> {
  const { counts, ...page } = await readList(db, {
    counted,
    ...unitListing(view),
    filtered: ({ total, rows }) => (view.owner || view.modelId || view.location ? undefined : view.state ? rows(view.state) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(unitStates, counts), inStock: rowsOfAll(stockStates, counts), here: counts.rows('quarantined') }
}

const unitCsv: Columns<Unit> = {
  id: (unit) => unit.id,
  unitNumber: (unit) => unit.unitNumber,
  manufacturer: (unit) => unit.manufacturer,
  model: (unit) => unit.model,
  serialNumber: (unit) => unit.serialNumber,
  state: (unit) => unit.state,
  owner: (unit) => unit.owner,
  customerName: (unit) => unit.customer.fullName,
  customerEmail: (unit) => unit.customer.email,
  location: (unit) => unit.location,
  cost: (unit) => amountCell(unit.cost),
  notes: (unit) => unit.notes,
  createdAt: (unit) => unit.createdAt,
  updatedAt: (unit) => unit.updatedAt,
}

export const unitRecords = recordList({
  view: unitListInput.omit(noPosition),
  listing: unitListing,
  csv: unitCsv,
  found: {
    source,
    title: Prisma.sql`t.unit_number`,
    detail: Prisma.sql`left(concat_ws(' ', nullif(t.manufacturer, ''), nullif(t.model, ''), t.serial_number), 200)`,
  },
})
