import type * as z from 'zod'
import type { RepairList, repairListInput } from '~/contracts/repairs'
import { activeRepairStatuses, repairStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { customerListSource } from '~/server/customers/list-source'
import { rowsByStatus, rowsOfAll } from '~/server/db/counts'
import { readList } from '~/server/db/list'
import { createdSorts } from '~/server/db/sorts'
import { toRepair } from './read'

const source = customerListSource(Prisma.sql`repairs`, Prisma.sql`repair_number`)

/** A page of repairs with the screen's figures (spec §2 Repair Management). @throws BAD_REQUEST for a foreign cursor */
export async function listRepairs(prisma: PrismaClient, { status, sort, ...view }: z.output<typeof repairListInput>): Promise<RepairList> {
  const { counts, ...page } = await readList(prisma, {
    noun: 'repairs',
    source,
    keyset: createdSorts[sort],
    filter: status ? Prisma.sql`t.status = ${status}::repair_status` : Prisma.sql`TRUE`,
    filtered: ({ total, rows }) => (status ? rows(status) : total),
    search: view.search,
    cursor: view.cursor,
    limit: view.limit,
    load: async (ids) => (await prisma.repair.findMany({ where: { id: { in: ids } }, include: withCustomer })).map(toRepair),
  })
  return { ...page, counts: rowsByStatus(repairStatuses, counts), active: rowsOfAll(activeRepairStatuses, counts) }
}
