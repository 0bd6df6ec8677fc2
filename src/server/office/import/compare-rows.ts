import { setImmediate as othersTurn } from 'node:timers/promises'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { cellsInSql } from './staged-cells'
import { asJson, keptKey, meaning, namedFields, type FileTarget } from './import-target'

type Db = Pick<PrismaClient, '$executeRaw' | '$queryRaw'>

const sentence = (field: string | null, message: string) => Prisma.sql`${JSON.stringify([{ field, message }])}::jsonb`

/**
 * A query of line, verdict, target_id, target_version, before, data and faults.
 * @param given a CTE with line, data, given_id, faults and skipped
 * @param more columns of the row `g`, each followed by a comma
 */
function judged(target: FileTarget, given: Prisma.Sql, more: Prisma.Sql = Prisma.empty): Prisma.Sql {
  const { table, subjectType, key, required } = target
  const one = subjectType.replace('_', ' ')
  const missing = required.map(
    (field) =>
      Prisma.sql`WHEN t.id IS NULL AND NOT g.data ? ${field} THEN ${sentence(field, 'A new one needs it: choose its column, or a value for all rows')}`,
  )
  return Prisma.sql`
    SELECT g.line, j.faults, found.target_id, t.version AS target_version, d.data,${more}
      CASE WHEN coalesce(g.skipped, FALSE) THEN 'skipped' WHEN j.faults IS NOT NULL THEN 'wrong' WHEN t.id IS NULL THEN 'new'
        WHEN diff.before IS NULL THEN 'unchanged' ELSE 'changed' END AS verdict,
      CASE WHEN j.faults IS NULL THEN diff.before END AS before
    FROM ${given} AS g
    LEFT JOIN (
      SELECT line,
        CASE WHEN count(*) FILTER (WHERE is_exact) = 1 THEN (array_agg(id) FILTER (WHERE is_exact))[1] ELSE (array_agg(id))[1] END AS target_id,
        CASE WHEN count(*) FILTER (WHERE is_exact) = 1 THEN 1 ELSE count(*) END AS hits
      FROM (
        SELECT g.line, t.id, TRUE AS is_exact FROM ${given} AS g JOIN ${table} AS t ON t.id = g.given_id
        UNION ALL
        ${target.hits(given, namedFields(target))}
      ) AS hit GROUP BY line
    ) AS found ON found.line = g.line
    LEFT JOIN ${table} AS t ON t.id = found.target_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.faults IS NOT NULL THEN g.faults
        WHEN g.given_id IS NOT NULL AND t.id IS NULL THEN ${sentence('id', `There is no ${one} with this id`)}
        WHEN found.hits > 1 THEN ${sentence(null, `Several ${one}s have this ${key.join(', ')}: give the id`)}
        ${Prisma.join(missing.length > 0 ? missing : [Prisma.sql`WHEN FALSE THEN NULL`], ' ')}
        ELSE ${target.fault ?? Prisma.sql`NULL::jsonb`} END AS faults
    ) AS j
    CROSS JOIN LATERAL (
      SELECT CASE WHEN t.id IS NOT NULL AND g.given_id IS NULL THEN g.data || ${keptKey(target)} ELSE g.data END AS data
    ) AS d
    CROSS JOIN LATERAL (
      SELECT CASE WHEN t.id IS NOT NULL THEN (
        SELECT jsonb_object_agg(now.key, now.value) FROM jsonb_each(${asJson(target)}) AS now
        WHERE d.data ? now.key AND d.data -> now.key IS DISTINCT FROM now.value
      ) END AS before OFFSET 0
    ) AS diff`
}

/** Staged rows are judged again. @param rows JSON array of `sentRow`s @returns their number; 0 if the import was cancelled */
export function stageRows(db: Db, batchId: string, target: FileTarget, rows: string, progress: { bytesRead: number; rowsRead: number }) {
  // A key in the record's spelling no longer shows the file's.
  const cells = Prisma.sql`CASE WHEN t.id IS NOT NULL AND g.data IS NOT NULL THEN ${cellsInSql(target.columns)} ELSE g.cells END AS cells`
  return db.$executeRaw`
    WITH batch AS (
      UPDATE import_batches SET bytes_read = ${progress.bytesRead}, rows_read = ${progress.rowsRead}
      WHERE id = ${batchId}::uuid AND state = 'checking' RETURNING id
    ),
    given AS MATERIALIZED (
      SELECT (r.value ->> 0)::int AS line, nullif(r.value -> 1, 'null') AS cells, nullif(r.value -> 2, 'null') AS data,
        (r.value ->> 3)::uuid AS given_id, nullif(r.value -> 4, 'null') AS faults, (r.value ->> 5)::boolean AS skipped,
        r.value ->> 6 AS unreadable
      FROM jsonb_array_elements(${rows}::jsonb) AS r
    ),
    judged AS (${judged(target, Prisma.sql`given`, Prisma.sql`${cells}, g.given_id, g.unreadable,`)})
    INSERT INTO import_rows (batch_id, line, cells, data, given_id, verdict, target_id, target_version, before, faults, unreadable)
    SELECT batch.id, j.line, j.cells, j.data, j.given_id, j.verdict, j.target_id, j.target_version, j.before, j.faults, j.unreadable
    FROM batch, judged AS j
    ON CONFLICT (batch_id, line) DO UPDATE SET cells = EXCLUDED.cells, data = EXCLUDED.data, given_id = EXCLUDED.given_id, verdict = EXCLUDED.verdict,
      target_id = EXCLUDED.target_id, target_version = EXCLUDED.target_version, before = EXCLUDED.before, faults = EXCLUDED.faults`
}

export async function markRepeated(db: Db, batchId: string, target: FileTarget): Promise<void> {
  await db.$executeRaw`
    WITH meant AS (
      SELECT r.line, ${meaning(target)} AS meaning FROM import_rows AS r
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict NOT IN ('wrong', 'skipped')
    ),
    repeated AS (
      SELECT line, first FROM (SELECT line, min(line) OVER (PARTITION BY meaning) AS first, count(*) OVER (PARTITION BY meaning) AS rows FROM meant) AS m
      WHERE m.rows > 1
    )
    UPDATE import_rows AS r SET verdict = 'wrong', before = NULL, faults = jsonb_build_array(jsonb_build_object('field', NULL, 'message',
      CASE WHEN repeated.line = repeated.first THEN ${`Another row means the same ${target.subjectType.replace('_', ' ')}`}
        ELSE 'Means the same as line ' || repeated.first END))
    FROM repeated WHERE r.batch_id = ${batchId}::uuid AND r.line = repeated.line`
}

export const SLICE = 1_000

/** Conditions on the row `r`, with a turn of the event loop between: the embedded database never leaves the thread. */
export async function* slices(db: Db, batchId: string): AsyncGenerator<Prisma.Sql> {
  let after = 0
  for (;;) {
    const [last] = await db.$queryRaw<{ line: number }[]>`
      SELECT line FROM import_rows WHERE batch_id = ${batchId}::uuid AND line > ${after} ORDER BY line OFFSET ${SLICE - 1} LIMIT 1`
    const from = Prisma.sql`r.batch_id = ${batchId}::uuid AND r.line > ${after}`
    yield last ? Prisma.sql`${from} AND r.line <= ${last.line}` : from
    if (!last) return
    after = last.line
    await othersTurn()
  }
}

export async function compareAgain(db: Db, batchId: string, target: FileTarget): Promise<void> {
  for await (const slice of slices(db, batchId)) {
    await db.$executeRaw`
      WITH given AS MATERIALIZED (
        SELECT r.line, r.data, r.given_id, CASE WHEN r.data IS NULL THEN r.faults END AS faults, r.verdict = 'skipped' AS skipped
        FROM import_rows AS r WHERE ${slice}
      ),
      judged AS (${judged(target, Prisma.sql`given`)})
      UPDATE import_rows AS r
      SET verdict = j.verdict, target_id = j.target_id, target_version = j.target_version, before = j.before, faults = j.faults
      FROM judged AS j WHERE ${slice} AND r.line = j.line`
  }
  await markRepeated(db, batchId, target)
}
