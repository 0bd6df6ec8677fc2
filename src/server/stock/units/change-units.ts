import type * as z from 'zod'
import type { changeUnitsInput } from '~/contracts/stock/units'
import type { BulkResult } from '~/contracts/bulk-inputs'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { changeChosen } from '~/server/platform/records/change-chosen'
import { insertAudit } from '~/server/platform/audit/record-audit'
import { unitListing } from './list-units'

/** Null removes the place. @throws CONFLICT if a view shows another number of rows than expected */
export function changeUnits(
  { db, actor }: Call<'db'>,
  { ids, all, expected, location }: z.output<typeof changeUnitsInput>,
): Promise<BulkResult> {
  return db.prisma.$transaction((tx) => {
    const write = async (changed: readonly string[]) => {
      if (changed.length === 0) return
      const told = Prisma.sql`
        SELECT changed.id::text AS subject_id, jsonb_build_object('location', was.location) AS before, jsonb_build_object('location', changed.location) AS after
        FROM changed JOIN was ON was.id = changed.id ORDER BY changed.id`
      await tx.$executeRaw`
        WITH was AS MATERIALIZED (SELECT id, location FROM units WHERE id = ANY(${[...changed]}::uuid[])),
        changed AS (UPDATE units AS t SET location = ${location}::text FROM was WHERE t.id = was.id RETURNING t.id, t.location)
        ${insertAudit(actor, { action: 'unit.updated', subjectType: 'unit' }, told)}`
    }
    const differs = Prisma.sql`t.location IS DISTINCT FROM ${location}::text`
    return changeChosen(tx, { table: Prisma.sql`units`, ids, view: unitListing(all ?? {}), expected, differs, write })
  })
}
