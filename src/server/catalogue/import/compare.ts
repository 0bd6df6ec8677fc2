import { setImmediate as othersTurn } from 'node:timers/promises'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { asJson, keyText, sameKey, type FileTarget } from './target'

type Db = Pick<PrismaClient, '$executeRaw' | '$queryRaw'>

/**
 * Compares rows of a file with the table: a query of line, verdict, target_id, target_version, before and faults.
 * @param given a CTE's name with line, data, given_id and faults
 */
function judged(target: FileTarget, given: Prisma.Sql): Prisma.Sql {
  const { table, subjectType, key } = target
  const unknown = JSON.stringify([{ field: 'id', message: `There is no ${subjectType} with this id` }])
  const several = JSON.stringify([{ field: null, message: `Several ${subjectType}s have this ${key.join(', ')}: give the id` }])
  return Prisma.sql`
    SELECT g.line, j.faults, found.target_id, t.version AS target_version,
      CASE WHEN j.faults IS NOT NULL THEN 'wrong' WHEN t.id IS NULL THEN 'new' WHEN diff.before IS NULL THEN 'unchanged' ELSE 'changed' END AS verdict,
      CASE WHEN j.faults IS NULL THEN diff.before END AS before
    FROM ${given} AS g
    LEFT JOIN (
      SELECT line, (array_agg(id))[1] AS target_id, count(*) AS hits
      FROM (
        SELECT g.line, t.id FROM ${given} AS g JOIN ${table} AS t ON t.id = g.given_id
        UNION ALL
        SELECT g.line, t.id FROM ${given} AS g JOIN ${table} AS t ON ${sameKey(target, Prisma.sql`g.data`)} WHERE g.given_id IS NULL
      ) AS hit GROUP BY line
    ) AS found ON found.line = g.line
    LEFT JOIN ${table} AS t ON t.id = found.target_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.faults IS NOT NULL THEN g.faults
        WHEN g.given_id IS NOT NULL AND t.id IS NULL THEN ${unknown}::jsonb
        WHEN found.hits > 1 THEN ${several}::jsonb END AS faults
    ) AS j
    LEFT JOIN LATERAL (
      SELECT jsonb_object_agg(now.key, now.value) AS before FROM jsonb_each(${asJson(target)}) AS now
      WHERE t.id IS NOT NULL AND g.data -> now.key IS DISTINCT FROM now.value
    ) AS diff ON TRUE`
}

/**
 * Stages rows of a file with their verdicts, in one statement.
 * @param rows JSON of `CheckedRow`s
 * @returns the number of staged rows; none if the import has been cancelled
 */
export function stageRows(db: Db, batchId: string, target: FileTarget, rows: string, progress: { bytesRead: number; rowsRead: number }) {
  return db.$executeRaw`
    WITH batch AS (
      UPDATE import_batches SET bytes_read = ${progress.bytesRead}, rows_read = ${progress.rowsRead}
      WHERE id = ${batchId}::uuid AND state = 'checking' RETURNING id
    ),
    given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS r(line integer, cells jsonb, data jsonb, given_id uuid, faults jsonb)
    ),
    judged AS (${judged(target, Prisma.sql`given`)})
    INSERT INTO import_rows (batch_id, line, cells, data, given_id, verdict, target_id, target_version, before, faults)
    SELECT batch.id, g.line, g.cells, g.data, g.given_id, j.verdict, j.target_id, j.target_version, j.before, j.faults
    FROM batch, given AS g JOIN judged AS j ON j.line = g.line`
}

/** Marks rows that mean the same as another one of the file: by id or key. */
export async function markRepeated(db: Db, batchId: string, target: FileTarget): Promise<void> {
  await db.$executeRaw`
    WITH meant AS (
      SELECT line, coalesce(target_id::text, ${keyText(target, Prisma.sql`data`)}) AS meaning FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND verdict <> 'wrong'
    ),
    repeated AS (
      SELECT line, first FROM (SELECT line, min(line) OVER (PARTITION BY meaning) AS first, count(*) OVER (PARTITION BY meaning) AS rows FROM meant) AS m
      WHERE m.rows > 1
    )
    UPDATE import_rows AS r SET verdict = 'wrong', before = NULL, faults = jsonb_build_array(jsonb_build_object('field', NULL, 'message',
      CASE WHEN repeated.line = repeated.first THEN ${`Another row means the same ${target.subjectType}`}
        ELSE 'Means the same as line ' || repeated.first END))
    FROM repeated WHERE r.batch_id = ${batchId}::uuid AND r.line = repeated.line`
}

/** Lines that one statement goes through. */
export const SLICE = 1_000

/**
 * The parts of a staged file, as conditions on the row `r`, with a turn of the event loop between them: the embedded database answers
 * without ever leaving the thread.
 */
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

/** Compares a staged file with the table again, after others have changed it. */
export async function compareAgain(db: Db, batchId: string, target: FileTarget): Promise<void> {
  for await (const slice of slices(db, batchId)) {
    await db.$executeRaw`
      WITH given AS MATERIALIZED (
        SELECT r.line, r.data, r.given_id, CASE WHEN r.data IS NULL THEN r.faults END AS faults FROM import_rows AS r WHERE ${slice}
      ),
      judged AS (${judged(target, Prisma.sql`given`)})
      UPDATE import_rows AS r
      SET verdict = j.verdict, target_id = j.target_id, target_version = j.target_version, before = j.before, faults = j.faults
      FROM judged AS j WHERE ${slice} AND r.line = j.line`
  }
  await markRepeated(db, batchId, target)
}
