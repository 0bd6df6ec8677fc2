import type * as z from 'zod'
import type { Repair, RepairList, repairListInput } from '~/contracts/repairs'
import { activeRepairStatuses, repairStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { customerListSource } from '~/server/customer-records/list-source'
import { rowsByStatus, rowsOfAll } from '~/server/platform/lists/counts'
import type { Database } from '~/server/platform/database/database'
import { readList, type Listing } from '~/server/platform/lists/list'
import { createdSorts } from '~/server/platform/lists/sorts'
import { repairRow } from './read'

const source = customerListSource(Prisma.sql`repairs`, Prisma.sql`repair_number`)

type RepairListInput = z.output<typeof repairListInput>

/** The rows that a view shows, and in which order. */
export const repairListing = ({ status, search, sort = '-created' }: Partial<RepairListInput>): Listing<Repair> => ({
  source,
  filter: status ? Prisma.sql`t.status = ${status}::repair_status` : Prisma.sql`TRUE`,
  search,
  keyset: createdSorts[sort],
  row: repairRow,
})

/** A page of repairs with the screen's figures (spec §2 Repair Management). @throws BAD_REQUEST for a foreign cursor */
export async function listRepairs(db: Database, view: RepairListInput): Promise<RepairList> {
  const { counts, ...page } = await readList(db, {
    noun: 'repairs',
    ...repairListing(view),
    filtered: ({ total, rows }) => (view.status ? rows(view.status) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(repairStatuses, counts), active: rowsOfAll(activeRepairStatuses, counts) }
}
