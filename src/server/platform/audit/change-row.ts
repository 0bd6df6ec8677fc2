import * as z from 'zod'
import type { FieldDescription, FieldKind } from '~/contracts/field-description'
import { keysOf, recordOf } from '~/contracts/keys'
import { Prisma } from '~/generated/prisma/client'
import { conflict, notFound, type Named } from '~/server/platform/database/conflict'
import type { JsonReader } from '~/server/platform/database/column-values'
import { columnName, type JsonRow } from '~/server/platform/lists/json-row'
import { actorColumns, type Actor } from './record-audit'

export interface RowChange<Row> {
  record: Named & { table: string; auditSubject: string }
  id: string
  /** The version that the change was made on; undefined accepts any. */
  version?: number | undefined
  /** The assignments of the UPDATE. */
  set: Prisma.Sql
  /** The answered columns of the changed row `t`. */
  row: JsonRow<Row>
  /** The event of the audit log, such as 'product.updated'. */
  action: string
  /** The compared columns of the row `t`, as a JSON object; by default all answered ones but those of every record. */
  audited?: Prisma.Sql
}

const outcome = z.object({ version: z.int(), row: z.unknown() }).nullable()

/**
 * Changes one row and logs the fields that differ, in one statement (docs/decisions/007). The row is locked before it is compared; a
 * change that has waited for another sees its result.
 * @returns the row as stored
 * @throws NOT_FOUND, CONFLICT for a stale version
 */
export async function changeRow<Row>(db: JsonReader, actor: Actor, change: RowChange<Row>): Promise<Row> {
  return change.row.schema.parse(await writeChange(db, actor, change))
}

/**
 * Like `changeRow`, unless a condition says that more than this row must change.
 * @param unless a condition on the row's id; a database function, which runs after the lock
 * @returns null if it is true: nothing is changed then
 */
export async function changeRowUnless<Row>(
  db: JsonReader,
  actor: Actor,
  change: RowChange<Row>,
  unless: (id: Prisma.Sql) => Prisma.Sql,
): Promise<Row | null> {
  return change.row.schema.nullable().parse(await writeChange(db, actor, change, unless))
}

async function writeChange<Row>(
  db: JsonReader,
  actor: Actor,
  {
    record,
    id,
    version,
    set,
    row,
    action,
    audited = Prisma.sql`${row.json}::jsonb - '{id,version,createdAt,updatedAt}'::text[]`,
  }: RowChange<Row>,
  unless?: (id: Prisma.Sql) => Prisma.Sql,
): Promise<unknown> {
  const table = Prisma.raw(record.table)
  const { actorId, actorEmail, ip, userAgent, requestId, changeId } = actorColumns(actor)
  const found = outcome.parse(
    await db.readJson(Prisma.sql`
    WITH was AS MATERIALIZED (
      SELECT t.id, t.version, ${audited} AS told FROM ${table} AS t WHERE t.id = ${id}::uuid FOR UPDATE OF t
    ), stored AS (
      UPDATE ${table} AS t SET ${set} FROM was WHERE t.id = was.id AND was.version = coalesce(${version ?? null}::int, was.version)
        AND ${unless ? Prisma.sql`NOT ${unless(Prisma.sql`was.id`)}` : Prisma.sql`TRUE`} RETURNING t.*
    ), entry AS (
      INSERT INTO audit_log (action, subject_type, subject_id, before, after, actor_id, actor_email, ip, user_agent, request_id, change_id)
      SELECT ${action}::text, ${record.auditSubject}::text, ${id}::text, changed.before, changed.after,
        ${actorId}::uuid, ${actorEmail}::text, ${ip}::text, ${userAgent}::text, ${requestId}::text, ${changeId}::uuid
      FROM was, (SELECT ${audited} AS told FROM stored AS t) AS now, LATERAL (
        SELECT jsonb_object_agg(key, was.told -> key) AS before, jsonb_object_agg(key, value) AS after
        FROM jsonb_each(now.told) WHERE value IS DISTINCT FROM was.told -> key
      ) AS changed
      WHERE changed.after IS NOT NULL
    )
    SELECT json_build_object('version', was.version, 'row', (SELECT ${row.json} FROM stored AS t))::text FROM was`),
  )
  if (found === null) throw notFound(record)
  if (version !== undefined && version !== found.version) throw conflict(record)
  return found.row
}

const typesOfKinds: Record<FieldKind, string> = {
  line: 'text',
  text: 'text',
  euro: 'numeric',
  count: 'int',
  decimal: 'numeric',
  flag: 'boolean',
  names: 'text[]',
}

/** The types by which described fields are assigned, for `assignments`. */
export const typesOf = <Field extends string>(fields: Readonly<Record<Field, FieldDescription>>): Record<Field, string> =>
  recordOf(keysOf(fields), (field) => typesOfKinds[fields[field].kind])

/**
 * The assignments of the fields that a caller has named; undefined ones keep the stored value.
 * @param types the columns' types in the database
 */
export function assignments<Field extends string>(types: Record<Field, string>, fields: Partial<Record<Field, unknown>>): Prisma.Sql {
  const given = new Map<string, unknown>(Object.entries(fields))
  const named = Object.entries<string>(types).filter(([field]) => given.get(field) !== undefined)
  return Prisma.join(named.map(([field, type]) => Prisma.sql`${Prisma.raw(columnName(field))} = ${given.get(field)}::${Prisma.raw(type)}`))
}
