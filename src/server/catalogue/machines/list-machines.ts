import type { Services } from '~/server/services'
import type * as z from 'zod'
import type { ListPage } from '~/contracts/list-page'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import { machineListInput, type Machine, type MachineStatus } from '~/contracts/catalogue/machines'
import { Prisma } from '~/generated/prisma/client'
import { describedColumns } from '~/server/platform/csv/described-columns'
import { type Keyset, amountColumn, textColumn, byId } from '~/server/platform/lists/sorts'
import type { Listing } from '~/server/platform/lists/read-list'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import { viewCondition } from '~/server/platform/lists/view'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import { machineRow } from './read-machines'

type MachineListInput = z.output<typeof machineListInput>

/** `avgMaxValue` is the rounded mean of the excellent grade over all machines, in EUR (requirements §9). */
export type MachineList = ListPage<Machine, Record<MachineStatus, number>> & { avgMaxValue: number }

const byName = [textColumn(Prisma.sql`t.manufacturer`), textColumn(Prisma.sql`t.model`), byId]
const byValue = [amountColumn(Prisma.sql`t.base_value_excellent`), byId]
const keysets: Record<MachineListInput['sort'], Keyset> = {
  name: { name: 'name', columns: byName, descending: false },
  '-name': { name: '-name', columns: byName, descending: true },
  value: { name: 'value', columns: byValue, descending: false },
  '-value': { name: '-value', columns: byValue, descending: true },
}

const table = Prisma.sql`trade_in_machines AS t`
const matches = (pattern: string) =>
  Prisma.sql`(t.manufacturer ILIKE ${pattern} OR t.model ILIKE ${pattern} OR t.category ILIKE ${pattern})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

export const machineListing = ({ status, search, sort = 'name' }: Partial<MachineListInput>): Listing<Machine> => ({
  source,
  filter: status ? Prisma.sql`t.is_active = ${status === 'active'}` : Prisma.sql`TRUE`,
  search,
  keyset: keysets[sort],
  row: machineRow,
})

/** @throws BAD_REQUEST for a foreign cursor */
export async function listMachines({ db }: Pick<Services, 'db'>, view: MachineListInput): Promise<MachineList> {
  const { row, keyset, ...shown } = machineListing(view)
  const condition = viewCondition(shown)
  const request = { source, keyset, row, filter: condition, cursor: view.cursor, limit: view.limit, counted: null }
  const { rows, nextCursor } = await readPageOfRows(db, request)
  const [figures] = await db.prisma.$queryRaw<{ total: number; active: number; matching: number; avg_max: number }[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE t.is_active))::int AS active,
      (count(*) FILTER (WHERE ${condition}))::int AS matching,
      coalesce(round(avg(t.base_value_excellent)), 0)::float AS avg_max
    FROM ${table}`
  const { total, active, matching, avg_max: avgMaxValue } = figures ?? { total: 0, active: 0, matching: 0, avg_max: 0 }
  return {
    rows,
    nextCursor,
    total,
    matching,
    counts: { active, inactive: total - active },
    avgMaxValue,
  }
}

export const machineRecords = recordList({
  view: machineListInput.omit(noPosition),
  listing: machineListing,
  csv: describedColumns<Machine>(machineFields),
  found: { source, title: Prisma.sql`concat_ws(' ', t.manufacturer, t.model)`, detail: Prisma.sql`t.category` },
})
