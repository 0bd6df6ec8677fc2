import * as z from 'zod'
import { unitTimelineDetails, type UnitTimeline, type UnitTimelineEntry, type UnitTimelineKind } from '~/contracts/stock/unit-timeline'
import type { unitTimelineInput } from '~/contracts/stock/units'
import { caseNouns } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { nameOfUser } from '~/server/platform/records/customer-list'
import { emailOf } from '~/server/identity/users/email-of'
import { notFound } from '~/server/platform/database/conflict'
import { entries, entryShape, readEntries } from '~/server/platform/lists/history-entries'
import type { Services } from '~/server/services'

const sql = Prisma.sql
const nobody = sql`NULL::text`

const caseOf = (id: Prisma.Sql) =>
  sql`(${Prisma.join(
    caseNouns.map((noun) => {
      const { table, status } = records[noun]
      return sql`SELECT json_build_object('noun', ${noun}::text, 'number', left(x.${Prisma.raw(status.number)}, 100)) FROM ${Prisma.raw(table)} AS x WHERE x.id = ${id}`
    }),
    ' UNION ALL ',
  )} LIMIT 1)`

const numberOf = (unitId: Prisma.Sql) => sql`(SELECT n.unit_number FROM units AS n WHERE n.id = ${unitId})`

interface Event {
  kind: UnitTimelineKind
  at: Prisma.Sql
  name?: string
  actor?: Prisma.Sql
  unitId?: Prisma.Sql
  detail: Record<string, Prisma.Sql>
  from: Prisma.Sql
}

const select = ({ kind, at, name = '', actor = nobody, unitId = sql`t.unit_id`, detail, from }: Event) => sql`
  ${entries(kind, at, sql`${name} || t.id::text`, actor, { unit: numberOf(unitId), ...detail })} FROM ${from} AND ${at} IS NOT NULL`

const ofCases = (mine: Prisma.Sql) =>
  caseNouns.flatMap((noun) => {
    const from = sql`cases AS k JOIN ${Prisma.raw(records[noun].table)} AS t ON t.id = k.id WHERE k.unit_id IN (${mine})`
    const named = sql`json_build_object('noun', ${noun}::text, 'number', left(t.${Prisma.raw(records[noun].status.number)}, 100))`
    const event = (name: 'opened' | 'arrived' | 'completed', at: Prisma.Sql) =>
      select({ kind: 'case', name, at, unitId: sql`k.unit_id`, detail: { event: sql`${name}::text`, case: named }, from })
    return [event('opened', sql`t.created_at`), event('arrived', sql`t.arrived_at`), event('completed', sql`t.completed_at`)]
  })

function ofParts(mine: Prisma.Sql): Prisma.Sql[] {
  const from = sql`installations AS t JOIN parts AS p ON p.id = t.part_id JOIN part_types AS y ON y.id = p.type_id WHERE t.unit_id IN (${mine})`
  const event = (name: 'installed' | 'removed', at: Prisma.Sql, by: Prisma.Sql, caseId: Prisma.Sql) =>
    select({
      ...{ kind: 'part', name, at, actor: emailOf(by), from },
      detail: {
        event: sql`${name}::text`,
        slot: sql`t.slot`,
        part: sql`p.part_number`,
        name: sql`y.name`,
        serialNumber: sql`p.serial_number`,
        case: caseOf(caseId),
      },
    })
  return [
    event('installed', sql`t.installed_at`, sql`t.installed_by`, sql`t.case_id`),
    event('removed', sql`t.removed_at`, sql`t.removed_by`, sql`t.removed_case_id`),
  ]
}

/** A test recorded on its day stands at that time; else at the beginning of its day. Plain SQL may have written a day that is no time. */
const safetyTestedAt = sql`CASE WHEN t.safety_tested_on = t.updated_at::date THEN least(t.updated_at, t.finished_at)
  WHEN t.safety_tested_on BETWEEN '0001-01-01' AND '9999-12-31' THEN t.safety_tested_on::timestamptz END`

function ofRefurbishing(mine: Prisma.Sql): Prisma.Sql[] {
  const from = sql`refurbishments AS t WHERE t.unit_id IN (${mine})`
  const event = (name: 'begun' | 'safety_test' | 'finished', at: Prisma.Sql, by: Prisma.Sql, passed = sql`NULL`) =>
    select({ kind: 'refurbishing', name, at, actor: by, detail: { event: sql`${name}::text`, passed }, from })
  return [
    event('begun', sql`t.started_at`, nobody),
    event('safety_test', safetyTestedAt, emailOf(sql`t.safety_tested_by`), sql`t.safety_passed`),
    event('finished', sql`t.finished_at`, emailOf(sql`t.finished_by`)),
  ]
}

function ofSale(mine: Prisma.Sql): Prisma.Sql[] {
  const from = sql`order_line_units AS t JOIN order_lines AS l ON l.id = t.line_id JOIN orders AS o ON o.id = l.order_id WHERE t.unit_id IN (${mine})`
  const event = (name: 'dispatched' | 'returned', at: Prisma.Sql, actor = nobody) => {
    const detail = { event: sql`${name}::text`, order: sql`left(o.order_number, 100)`, title: sql`left(l.title, 200)` }
    return select({ kind: 'sale', name, at, actor, detail, from })
  }
  return [event('dispatched', sql`t.dispatched_at`, emailOf(sql`t.dispatched_by`)), event('returned', sql`t.returned_at`)]
}

function ofPassports(mine: Prisma.Sql): Prisma.Sql[] {
  const from = sql`passports AS t WHERE t.unit_id IN (${mine})`
  const event = (name: 'issued' | 'claimed' | 'revoked', at: Prisma.Sql, by: Prisma.Sql, reason = nobody) =>
    select({ kind: 'passport', name, at, actor: emailOf(by), detail: { event: sql`${name}::text`, reason }, from })
  return [
    event('issued', sql`t.issued_at`, sql`t.issued_by`),
    event('claimed', sql`t.claimed_at`, sql`t.claimed_by`),
    event('revoked', sql`t.revoked_at`, sql`t.revoked_by`, sql`t.revoked_reason`),
  ]
}

const sourcesOf = (id: string, mine: Prisma.Sql): Prisma.Sql[] => [
  sql`${entries('change', sql`t.at`, sql`lpad(t.id::text, 19, '0')`, sql`t.actor_email`, {
    unit: numberOf(sql`t.subject_id::uuid`),
    action: sql`t.action`,
    before: sql`t.before`,
    after: sql`t.after`,
  })} FROM audit_log AS t WHERE t.subject_type = ${records.units.auditSubject} AND t.subject_id IN (SELECT f::text FROM unit_family(${id}::uuid) AS f)`,
  select({
    ...{ kind: 'owner', at: sql`t.started_at`, from: sql`unit_ownerships AS t WHERE t.unit_id IN (${mine})` },
    detail: {
      owner: sql`t.owner`,
      customer: nameOfUser(sql`t.user_id`),
      case: caseOf(sql`t.case_id`),
      order: sql`(SELECT left(o.order_number, 100) FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE l.id = t.line_id)`,
    },
  }),
  ...ofCases(mine),
  // A reading stands with its case, or else with its unit.
  select({
    ...{ kind: 'reading', at: sql`t.created_at`, actor: emailOf(sql`t.created_by`), unitId: sql`k.unit_id` },
    detail: { phase: sql`t.phase`, case: caseOf(sql`t.case_id`) },
    from: sql`cases AS k JOIN case_readings AS t ON t.case_id = k.id WHERE k.unit_id IN (${mine})`,
  }),
  select({
    ...{ kind: 'reading', at: sql`t.created_at`, actor: emailOf(sql`t.created_by`) },
    detail: { phase: sql`t.phase`, case: sql`NULL` },
    from: sql`case_readings AS t WHERE t.unit_id IN (${mine})`,
  }),
  ...ofParts(mine),
  ...ofRefurbishing(mine),
  ...ofSale(mine),
  ...ofPassports(mine),
]

const detailed = z.discriminatedUnion('kind', [
  entryShape.extend({ kind: z.literal('change'), detail: unitTimelineDetails.change }),
  entryShape.extend({ kind: z.literal('owner'), detail: unitTimelineDetails.owner }),
  entryShape.extend({ kind: z.literal('case'), detail: unitTimelineDetails.case }),
  entryShape.extend({ kind: z.literal('reading'), detail: unitTimelineDetails.reading }),
  entryShape.extend({ kind: z.literal('part'), detail: unitTimelineDetails.part }),
  entryShape.extend({ kind: z.literal('refurbishing'), detail: unitTimelineDetails.refurbishing }),
  entryShape.extend({ kind: z.literal('sale'), detail: unitTimelineDetails.sale }),
  entryShape.extend({ kind: z.literal('passport'), detail: unitTimelineDetails.passport }),
]) satisfies z.ZodType<UnitTimelineEntry>

/** Newest first, with merged records. @throws NOT_FOUND, BAD_REQUEST for a foreign cursor */
export async function readUnitTimeline(
  { db }: Pick<Services, 'db'>,
  { id, ...position }: z.output<typeof unitTimelineInput>,
): Promise<UnitTimeline> {
  if (!(await db.prisma.unit.findUnique({ where: { id }, select: { id: true } }))) throw notFound(records.units)
  return readEntries(db, sourcesOf(id, sql`SELECT unit_family(${id}::uuid)`), position, detailed)
}
