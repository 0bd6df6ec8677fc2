import { UNSAID } from '~/contracts/stock/slots'
import { activeRepairStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { readRepairStandings } from '~/server/cases/base/case-standing'

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

export interface HeldPart {
  partId: string
  partNumber: string
  installationId: string | null
  isScanned: boolean
}

export interface Need {
  repairId: string
  repairNumber: string
  typeId: string
  typeName: string
  isOpen: boolean
  /** Work that is neither agreed nor done takes nothing. */
  isAgreed: boolean
  /** By the lines of actual work, which begin as the accepted estimates. */
  wanted: number
  held: HeldPart[]
}

/** More are a mistake of plain SQL. */
const MOST_WANTED = 1_000

/** Installations `i` that the same repair has not taken out again. */
const isDone = Prisma.sql`(i.removed_at IS NULL OR i.removed_case_id IS DISTINCT FROM i.case_id)`

const concerned = (ids: readonly string[]) => Prisma.sql`
  SELECT l.repair_id, l.part_type_id AS type_id FROM repair_lines AS l
    WHERE l.repair_id = ANY(${ids}::uuid[]) AND l.estimate_id IS NULL AND l.part_type_id IS NOT NULL
  UNION SELECT p.reserved_case_id, p.type_id FROM parts AS p WHERE p.reserved_case_id = ANY(${ids}::uuid[]) AND p.state = 'reserved'
  UNION SELECT i.case_id, p.type_id FROM installations AS i JOIN parts AS p ON p.id = i.part_id WHERE i.case_id = ANY(${ids}::uuid[]) AND ${isDone}`

export async function lockTypesOf(tx: Reader, ids: readonly string[]): Promise<boolean> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM part_types WHERE id IN (SELECT type_id FROM (${concerned(ids)}) AS c) ORDER BY id FOR UPDATE`
  return locked.length > 0
}

export async function readNeeds(tx: Reader, ids: readonly string[], typeId?: string): Promise<Need[]> {
  const needs = await tx.$queryRaw<Omit<Need, 'isAgreed' | 'held'>[]>`
    SELECT r.id::text AS "repairId", left(r.repair_number, 200) AS "repairNumber", y.id::text AS "typeId", y.name AS "typeName",
      r.status::text = ANY(${[...activeRepairStatuses]}) AS "isOpen",
      (SELECT least(coalesce(sum(ceil(greatest(l.quantity, 0))), 0), ${MOST_WANTED})::int FROM repair_lines AS l
        WHERE l.repair_id = r.id AND l.estimate_id IS NULL AND l.part_type_id = y.id) AS wanted
    FROM (${concerned(ids)}) AS c JOIN repairs AS r ON r.id = c.repair_id JOIN part_types AS y ON y.id = c.type_id
    WHERE ${typeId ?? null}::uuid IS NULL OR y.id = ${typeId ?? null}::uuid
    ORDER BY r.created_at, r.id, y.name, y.id`
  if (needs.length === 0) return []
  const held = await tx.$queryRaw<(HeldPart & { repairId: string; typeId: string })[]>`
    SELECT p.reserved_case_id::text AS "repairId", p.type_id::text AS "typeId", p.id::text AS "partId", p.part_number AS "partNumber",
      NULL AS "installationId", FALSE AS "isScanned", p.created_at AS at
    FROM parts AS p WHERE p.reserved_case_id = ANY(${ids}::uuid[]) AND p.state = 'reserved'
    UNION ALL
    SELECT i.case_id::text, p.type_id::text, p.id::text, p.part_number, i.id::text,
      i.removed_at IS NOT NULL OR i.slot NOT LIKE ${`${UNSAID}%`}, i.installed_at
    FROM installations AS i JOIN parts AS p ON p.id = i.part_id WHERE i.case_id = ANY(${ids}::uuid[]) AND ${isDone}
    ORDER BY at, "partId"`
  const standings = await readRepairStandings(tx, [...new Set(needs.map(({ repairId }) => repairId))])
  return needs.map((need) => ({
    ...need,
    isAgreed: standings.get(need.repairId)?.outcome === 'repaired',
    held: held.filter(({ repairId, typeId: of }) => repairId === need.repairId && of === need.typeId),
  }))
}

export const partsOfNeed = ({ held }: Pick<Need, 'held'>) => ({
  reserved: held.filter(({ installationId }) => installationId === null),
  /** Booked when the repair was completed; nobody has said where they are. */
  booked: held.filter(({ installationId, isScanned }) => installationId !== null && !isScanned),
  scanned: held.filter(({ installationId, isScanned }) => installationId !== null && isScanned),
})
