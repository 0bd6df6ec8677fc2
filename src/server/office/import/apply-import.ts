import type { SignedInCall } from '~/server/call'
import { Prisma } from '~/generated/prisma/client'
import { applyParts } from './apply-parts'
import { type FileTarget, asRow, namedFields } from './import-target'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { TRPCError } from '@trpc/server'
import type { ImportVerdict } from '~/contracts/office/imports'
import { type Actor, insertAudit } from '~/server/platform/audit/record-audit'
import { countVerdicts, noSuchImport, readyBatch } from './import-batch'
import { compareAgain, slices } from './compare-rows'
import { records } from '~/contracts/records'
import { noAddressOf } from '~/server/identity/users/no-address'

/** Without email or password; an address makes an account to claim later. Accounts signed up meanwhile stay. */
async function addCustomers(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { batchId, slice }: { batchId: string; slice: Prisma.Sql },
): Promise<void> {
  const { auditSubject } = records.users
  const told = Prisma.sql`
    SELECT p.user_id::text AS subject_id, NULL::jsonb AS before,
      jsonb_build_object('email', nullif(p.email, ''), 'fullName', p.full_name, 'phone', p.phone)
        || jsonb_strip_nulls(jsonb_build_object('language', p.language)) AS after FROM added AS p`
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, r.data ->> 'email' AS email, r.data ->> 'fullName' AS full_name, r.data ->> 'phone' AS phone,
        r.data ->> 'language' AS language
      FROM import_rows AS r WHERE ${slice} AND r.verdict = 'new' ORDER BY r.line
    ),
    made AS (
      INSERT INTO users (id, email) SELECT id, coalesce(email, ${noAddressOf('')} || id) FROM given ON CONFLICT (email) DO NOTHING RETURNING id
    ),
    added AS (
      INSERT INTO profiles (user_id, email, full_name, phone, language)
      SELECT g.id, coalesce(g.email, ''), g.full_name, g.phone, g.language FROM given AS g JOIN made AS m ON m.id = g.id RETURNING *
    ),
    kept AS (
      INSERT INTO applied_import_rows (import_id, subject_type, subject_id, version)
      SELECT ${batchId}::uuid, ${auditSubject}, id, version FROM added
    )
    ${insertAudit(actor, { action: 'user.added', subjectType: auditSubject }, told)}`
}

/** Below this, the index takes single entries as fast. */
const MANY_ROWS = 2_000

/** Kilobytes, more than the largest file needs; on disk, not in memory. */
const LIST_LIMIT_KB = 1_000_000

const SORT_MEMORY = '128MB'

/** The search index takes a whole file's entries together at the end, in a quarter of the time. */
async function withDeferredIndex(tx: Tx, { searchIndex }: FileTarget, rows: number, work: () => Promise<void>): Promise<void> {
  if (rows < MANY_ROWS || searchIndex === null) return work()
  const index = Prisma.raw(`"${searchIndex}"`)
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = on, gin_pending_list_limit = ${Prisma.raw(String(LIST_LIMIT_KB))})`
  await work()
  await tx.$executeRaw`SET LOCAL maintenance_work_mem = ${Prisma.raw(`'${SORT_MEMORY}'`)}`
  await tx.$queryRaw`SELECT gin_clean_pending_list(${searchIndex}::text::regclass)::int`
  await tx.$executeRaw`ALTER INDEX ${index} RESET (gin_pending_list_limit)`
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = off)`
}

type Tx = Prisma.TransactionClient

/** Milliseconds; enough for 250,000 rows on a small machine. */
const LONGEST_APPLY = 10 * 60 * 1000

const number = new Intl.NumberFormat('en-GB')

async function lockTargets(tx: Tx, batchId: string, target: FileTarget): Promise<number> {
  const { table } = target
  // Serialises imports of a record type, which must not add the same new rows twice, with calls that set serial numbers.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`import ${target.noun}`}))::text`
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT t.id FROM import_rows AS r JOIN ${table} AS t ON t.id = r.target_id
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict = 'changed' ORDER BY t.id FOR UPDATE OF t
    ) AS locked`
  const [stale] = await tx.$queryRaw<{ rows: number }[]>`
    WITH given AS MATERIALIZED (
      SELECT r.line, r.data, r.given_id FROM import_rows AS r WHERE r.batch_id = ${batchId}::uuid AND r.verdict = 'new'
    )
    SELECT ((
      SELECT count(*) FROM import_rows AS r LEFT JOIN ${table} AS t ON t.id = r.target_id
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict IN ('changed', 'unchanged') AND t.version IS DISTINCT FROM r.target_version
    ) + (
      SELECT count(DISTINCT hit.line) FROM (${target.hits(Prisma.sql`given`, namedFields(target))}) AS hit
    ))::int AS rows`
  return stale?.rows ?? 0
}

/** Stores what `undoImport` needs, for a CTE with `id`, `version` and `before`. */
const keptFrom = (batchId: string, subjectType: string, rows: Prisma.Sql, before: Prisma.Sql) => Prisma.sql`
  INSERT INTO applied_import_rows (import_id, subject_type, subject_id, version, before)
  SELECT ${batchId}::uuid, ${subjectType}, w.id, w.version, ${before} FROM ${rows} AS w`

async function changeRows(tx: Tx, actor: Actor, target: FileTarget, { batchId, slice }: Slice): Promise<void> {
  const { table, subjectType } = target
  const fields = target.fields.filter(({ isOnce }) => !isOnce)
  if (fields.length === 0) return
  const set = Prisma.join(
    fields.map(
      ({ field, column }) => Prisma.sql`${column} = CASE WHEN r.data ? ${field} THEN d.${Prisma.raw(`"${field}"`)} ELSE t.${column} END`,
    ),
  )
  const told = Prisma.sql`
    SELECT id::text AS subject_id, before,
      (SELECT jsonb_object_agg(now.key, now.value) FROM jsonb_each(data) AS now WHERE before ? now.key) AS after
    FROM changed`
  await tx.$executeRaw`
    WITH changed AS (
      UPDATE ${table} AS t SET ${set}
      FROM import_rows AS r, LATERAL jsonb_to_record(r.data) AS d(${asRow(fields)})
      WHERE ${slice} AND r.verdict = 'changed' AND t.id = r.target_id
      RETURNING t.id, t.version, r.before, r.data
    ),
    kept AS (${keptFrom(batchId, subjectType, Prisma.sql`changed`, Prisma.sql`w.before`)})
    ${insertAudit(actor, { action: `${subjectType}.updated`, subjectType }, told)}`
}

async function addRows(tx: Tx, actor: Actor, { table, fields, subjectType }: FileTarget, { batchId, slice }: Slice): Promise<void> {
  const columns = Prisma.join(fields.map(({ column }) => column))
  const values = Prisma.join(
    fields.map(({ field, initial }) => {
      const value = Prisma.raw(`d."${field}"`)
      return initial ? Prisma.sql`coalesce(${value}, ${initial})` : value
    }),
  )
  const now = Prisma.sql`jsonb_build_object(${Prisma.join(fields.map(({ field, column }) => Prisma.sql`${field}::text, t.${column}`))})`
  const told = Prisma.sql`SELECT t.id::text AS subject_id, NULL::jsonb AS before, ${now} AS after FROM added AS t`
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO ${table} (${columns})
      SELECT ${values} FROM import_rows AS r, LATERAL jsonb_to_record(r.data) AS d(${asRow(fields)})
      WHERE ${slice} AND r.verdict = 'new' ORDER BY r.line
      RETURNING *
    ),
    kept AS (${keptFrom(batchId, subjectType, Prisma.sql`added`, Prisma.sql`NULL::jsonb`)})
    ${insertAudit(actor, { action: `${subjectType}.created`, subjectType }, told)}`
}

interface Slice {
  batchId: string
  slice: Prisma.Sql
}

async function writeRows(tx: Tx, actor: Actor, batchId: string, target: FileTarget, counts: Record<ImportVerdict, number>): Promise<void> {
  if (target.noun === 'parts') return applyParts(tx, actor, batchId)
  for await (const slice of slices(tx, batchId)) {
    if (counts.changed > 0) await changeRows(tx, actor, target, { batchId, slice })
    if (counts.new === 0) continue
    if (target.noun === 'users') await addCustomers(tx, actor, { batchId, slice })
    else await addRows(tx, actor, target, { batchId, slice })
  }
}

export interface AppliedRows extends Omit<Record<ImportVerdict, number>, 'wrong'> {
  noun: FileTarget['noun']
  leftOut?: number
}

/**
 * Writes a checked file's valid rows in one transaction; `undoImport` reverts it. @returns counts by effect
 * @throws NOT_FOUND; BAD_REQUEST if no row is valid; CONFLICT if a row has changed since the preview, which is then made again; FORBIDDEN
 */
export async function applyImport(
  call: SignedInCall<'db' | 'live' | 'catalogue' | 'now'>,
  { batchId }: { batchId: string },
): Promise<AppliedRows> {
  const { target, progress } = await readyBatch(call, { batchId })
  const { actor } = call
  const { prisma } = call.db
  const outcome = await prisma.$transaction(
    async (tx) => {
      const [batch] = await tx.$queryRaw<{ id: string }[]>`SELECT id::text FROM import_batches WHERE id = ${batchId}::uuid FOR UPDATE`
      if (!batch) throw noSuchImport()
      const { counts } = await countVerdicts(tx, batchId)
      const { wrong, ...effects } = counts
      if (wrong > 0 && effects.new + effects.changed + effects.unchanged === 0) {
        const rows = wrong === 1 ? 'The row is' : `All ${number.format(wrong)} rows are`
        throw new TRPCError({ code: 'BAD_REQUEST', message: `${rows} wrong. Correct the file, or match its columns, and try again.` })
      }
      const stale = await lockTargets(tx, batchId, target)
      if (stale > 0) return { stale }
      const id = batchId.toLowerCase()
      const { fileName, noun } = progress
      await tx.appliedImport.create({
        data: { id, noun, fileName, userId: call.viewer.userId, added: counts.new, changed: counts.changed, createdAt: call.now() },
      })
      await withDeferredIndex(tx, target, counts.changed + counts.new, () => writeRows(tx, actor, id, target, counts))
      await tx.importBatch.delete({ where: { id: batchId } })
      return { noun, ...effects, ...(wrong > 0 ? { leftOut: wrong } : {}) }
    },
    { timeout: LONGEST_APPLY },
  )
  if (!('stale' in outcome)) {
    announceImport(call, outcome.noun)
    return outcome
  }
  await compareAgain(prisma, batchId, target)
  const rows = outcome.stale === 1 ? '1 row has' : `${number.format(outcome.stale)} rows have`
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${rows} been changed by somebody else since the preview. Nothing has been imported; the preview now shows what would change.`,
  })
}

export function announceImport(call: SignedInCall<'live' | 'catalogue'>, noun: FileTarget['noun']): void {
  if (noun === 'products') productChanged(call, null)
  if (noun === 'machines') call.live.values.machines.changed()
}
