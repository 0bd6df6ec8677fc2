import type * as z from 'zod'
import type { ListPage } from '~/contracts/list'
import type { Machine, machineListInput, MachineStatus } from '~/contracts/machines'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { afterCursor, amountColumn, idColumn, keysetOrder, keysetValues, pageOf, textColumn, type Keyset } from '~/server/db/keyset'
import { anyColumnContains } from '~/server/db/like'
import { toMachine } from './read'

type MachineListInput = z.output<typeof machineListInput>

/** `avgMaxValue` is the rounded mean of the excellent grade over all machines, in EUR (spec §9). */
export type MachineList = ListPage<Machine, Record<MachineStatus, number>> & { avgMaxValue: number }

const id = idColumn(Prisma.sql`id`)
const byName = [textColumn(Prisma.sql`manufacturer`), textColumn(Prisma.sql`model`), id]
const byValue = [amountColumn(Prisma.sql`base_value_excellent`), id]
const keysets: Record<MachineListInput['sort'], Keyset> = {
  name: { name: 'name', columns: byName, descending: false },
  '-name': { name: '-name', columns: byName, descending: true },
  value: { name: 'value', columns: byValue, descending: false },
  '-value': { name: '-value', columns: byValue, descending: true },
}

const searched = [Prisma.sql`manufacturer`, Prisma.sql`model`, Prisma.sql`category`]

/** A page of the catalogue with the screen's figures. @throws BAD_REQUEST for a foreign cursor */
export async function listMachines(prisma: PrismaClient, { search, status, sort, cursor, limit }: MachineListInput): Promise<MachineList> {
  const keyset = keysets[sort]
  const filter = Prisma.sql`${anyColumnContains(searched, search)} AND ${
    status ? Prisma.sql`is_active = ${status === 'active'}` : Prisma.sql`TRUE`
  }`
  const keys = await prisma.$queryRaw<{ id: string; key: string[] }[]>`
    SELECT id::text AS id, ${keysetValues(keyset)} AS key FROM trade_in_machines
    WHERE ${filter} AND ${afterCursor(keyset, cursor)}
    ORDER BY ${keysetOrder(keyset)} LIMIT ${limit + 1}`
  const { page, nextCursor } = pageOf(keyset, keys, limit)

  const rows = await prisma.tradeInMachine.findMany({ where: { id: { in: page.map((key) => key.id) } } })
  const machines = new Map(rows.map((row) => [row.id, toMachine(row)]))
  const [figures] = await prisma.$queryRaw<{ total: number; active: number; matching: number; avg_max: number }[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE is_active))::int AS active,
      (count(*) FILTER (WHERE ${filter}))::int AS matching,
      coalesce(round(avg(base_value_excellent)), 0)::float AS avg_max
    FROM trade_in_machines`
  const { total, active, matching, avg_max: avgMaxValue } = figures ?? { total: 0, active: 0, matching: 0, avg_max: 0 }
  return {
    rows: page.flatMap((key) => machines.get(key.id) ?? []),
    nextCursor,
    total,
    matching,
    counts: { active, inactive: total - active },
    avgMaxValue,
  }
}
