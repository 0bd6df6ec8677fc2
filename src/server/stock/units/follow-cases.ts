import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { mayMove } from '~/contracts/stock/units'
import { unitStates, type UnitState } from '~/contracts/statuses'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { caseTables } from '~/server/cases/base/case-standing'
import type { Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { holdMerges, moveUnit, type UnitChange } from './move-unit'
import { unitRow } from './unit-rows'

type Tx = Prisma.TransactionClient

const isOpen = (noun: CaseNoun) => Prisma.sql`t.status::text = ANY (${[...caseTables[noun].open]}::text[])`

const casesThat = (condition: Prisma.Sql, columns: (noun: CaseNoun) => Prisma.Sql) =>
  Prisma.join(
    caseNouns.map(
      (noun) => Prisma.sql`
        SELECT t.id, k.unit_id, t.user_id, t.created_at, ${columns(noun)} FROM cases AS k JOIN ${Prisma.raw(records[noun].table)} AS t ON t.id = k.id
        WHERE ${condition}`,
    ),
    ' UNION ALL ',
  )

const followed = z
  .array(
    z.object({
      unit: unitRow.schema,
      caseId: z.string(),
      userId: z.string().nullable(),
      place: z.enum(unitStates).nullable(),
      isHere: z.boolean(),
      /** A later case has brought it, another such case is open, and another customer has an open one. */
      isOld: z.boolean(),
      hasOther: z.boolean(),
      isDisputed: z.boolean(),
    }),
  )
  .nullable()
type Followed = NonNullable<z.output<typeof followed>>[number]

function ownerBy({ unit, caseId, userId, isHere, isOld, isDisputed }: Followed): Pick<UnitChange, 'userId' | 'ownerCaseId'> | undefined {
  if (userId === null || userId === unit.userId) return undefined
  // A typed number takes no machine from anybody: it has to be here, and nobody else's.
  const isTheirs = unit.userId === null || unit.ownerCaseId === caseId || (isHere && !isOld)
  return isTheirs && !isDisputed ? { userId, ownerCaseId: caseId } : undefined
}

const placeBy = ({ unit, place, isOld, hasOther }: Followed): UnitState | undefined =>
  place === null || place === unit.state || isOld || hasOther || !mayMove(unit.state, place) ? undefined : place

/**
 * Customers' machines follow their latest case; the owner stays while another customer has an open case. `unitOfCase` handles cases without
 * a unit.
 */
export async function followCases(tx: Tx, actor: Actor, caseIds: readonly string[]): Promise<void> {
  await holdMerges(tx)
  const named = casesThat(
    Prisma.sql`k.id = ANY (${[...caseIds]}::uuid[]) AND k.unit_id IS NOT NULL`,
    (noun) => Prisma.sql`${caseTables[noun].machinePlace} AS place, ${caseTables[noun].hasArrived} AS here`,
  )
  const ofFamily = casesThat(
    Prisma.sql`k.unit_id IN (SELECT unit_family(u.id)) AND k.id <> c.id`,
    (noun) => Prisma.sql`${isOpen(noun)} AS open, ${caseTables[noun].hasArrived} AS here`,
  )
  const json = await readJsonWithin(tx)(Prisma.sql`
    WITH c AS MATERIALIZED (${named}), u AS MATERIALIZED (
      SELECT t.* FROM units AS t WHERE t.id IN (SELECT kept_unit(c.unit_id) FROM c) AND t.owner = 'customer' ORDER BY t.id FOR NO KEY UPDATE
    )
    SELECT json_agg(json_build_object('unit', (SELECT ${unitRow.json} FROM u AS t WHERE t.id = u.id), 'caseId', c.id, 'userId', c.user_id,
        'place', c.place, 'isHere', c.here, 'isOld', others.later, 'hasOther', others.open, 'isDisputed', others.disputed)
      ORDER BY u.id, c.created_at)::text
    FROM c JOIN u ON u.id = kept_unit(c.unit_id), LATERAL (
      SELECT coalesce(bool_or(o.created_at > c.created_at AND o.here), FALSE) AS later, coalesce(bool_or(o.open AND o.here), FALSE) AS open,
        coalesce(bool_or(o.open AND o.user_id IS DISTINCT FROM c.user_id), FALSE) AS disputed
      FROM (${ofFamily}) AS o
    ) AS others`)
  for (const each of followed.parse(json) ?? []) {
    const change = { state: placeBy(each), ...ownerBy(each) }
    if (change.state !== undefined || change.userId !== undefined) await moveUnit(tx, each.unit, change, actor)
  }
}
