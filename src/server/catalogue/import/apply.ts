import type { SignedInCall } from '~/server/call'
import { Prisma } from '~/generated/prisma/client'
import { type FileTarget, asJson, asRow, sameKey } from './target'
import { productChanged } from '~/server/catalogue/shop/read'
import { TRPCError } from '@trpc/server'
import type { ImportVerdict } from '~/contracts/catalogue/imports'
import { type Actor, insertAudit } from '~/server/platform/audit/record'
import { countVerdicts, noSuchImport, readyBatch } from './batch'
import { compareAgain, slices } from './compare'

/** Below this the index takes entries one by one as fast. */
const MANY_ROWS = 2_000

/** More than the largest file has entries for (kB); they stand on disk, not in memory. */
const LIST_LIMIT_KB = 1_000_000

const SORT_MEMORY = '128MB'

/**
 * Runs work that writes many rows of a table. Its search index usually takes every row at once, so that no search reads a list of pending
 * entries; for a whole file it takes them together at the end, in a quarter of the time. All within the transaction: nobody waits but
 * others who alter the index.
 */
async function withDeferredIndex(tx: Tx, { searchIndex }: FileTarget, rows: number, work: () => Promise<void>): Promise<void> {
  if (rows < MANY_ROWS) return work()
  const index = Prisma.raw(`"${searchIndex}"`)
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = on, gin_pending_list_limit = ${Prisma.raw(String(LIST_LIMIT_KB))})`
  await work()
  await tx.$executeRaw`SET LOCAL maintenance_work_mem = ${Prisma.raw(`'${SORT_MEMORY}'`)}`
  await tx.$queryRaw`SELECT gin_clean_pending_list(${searchIndex}::text::regclass)::int`
  await tx.$executeRaw`ALTER INDEX ${index} RESET (gin_pending_list_limit)`
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = off)`
}

type Tx = Prisma.TransactionClient

/** Enough for a quarter of a million rows on a small machine (ms). */
const LONGEST_APPLY = 10 * 60 * 1000

const number = new Intl.NumberFormat('en-GB')

/** Locks the target rows in order, and counts those that have changed since the check. */
async function lockTargets(tx: Tx, batchId: string, target: FileTarget): Promise<number> {
  const { table } = target
  // One import of a noun at a time: two files with the same new rows must not both add them.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`import ${target.noun}`}))::text`
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT t.id FROM import_rows AS r JOIN ${table} AS t ON t.id = r.target_id
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict = 'changed' ORDER BY t.id FOR UPDATE OF t
    ) AS locked`
  const [stale] = await tx.$queryRaw<{ rows: number }[]>`
    SELECT ((
      SELECT count(*) FROM import_rows AS r LEFT JOIN ${table} AS t ON t.id = r.target_id
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict IN ('changed', 'unchanged') AND t.version IS DISTINCT FROM r.target_version
    ) + (
      SELECT count(DISTINCT r.line) FROM import_rows AS r JOIN ${table} AS t ON ${sameKey(target, Prisma.sql`r.data`)}
      WHERE r.batch_id = ${batchId}::uuid AND r.verdict = 'new'
    ))::int AS rows`
  return stale?.rows ?? 0
}

async function changeRows(tx: Tx, actor: Actor, { table, fields, subjectType, ...target }: FileTarget, slice: Prisma.Sql): Promise<void> {
  const set = Prisma.join(fields.map(({ field, column }) => Prisma.sql`${column} = d.${Prisma.raw(`"${field}"`)}`))
  const told = Prisma.sql`
    SELECT id::text AS subject_id, before,
      (SELECT jsonb_object_agg(now.key, now.value) FROM jsonb_each(data) AS now WHERE before ? now.key) AS after
    FROM changed`
  await tx.$executeRaw`
    WITH changed AS (
      UPDATE ${table} AS t SET ${set}
      FROM import_rows AS r, LATERAL jsonb_to_record(r.data) AS d(${asRow({ table, fields, subjectType, ...target })})
      WHERE ${slice} AND r.verdict = 'changed' AND t.id = r.target_id
      RETURNING t.id, r.before, r.data
    )
    ${insertAudit(actor, { action: `${subjectType}.updated`, subjectType }, told)}`
}

async function addRows(tx: Tx, actor: Actor, target: FileTarget, slice: Prisma.Sql): Promise<void> {
  const { table, fields, subjectType } = target
  const columns = Prisma.join(fields.map(({ column }) => column))
  const values = Prisma.join(fields.map(({ field }) => Prisma.raw(`d."${field}"`)))
  const told = Prisma.sql`SELECT t.id::text AS subject_id, NULL::jsonb AS before, ${asJson(target)} AS after FROM added AS t`
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO ${table} (${columns})
      SELECT ${values} FROM import_rows AS r, LATERAL jsonb_to_record(r.data) AS d(${asRow(target)})
      WHERE ${slice} AND r.verdict = 'new' ORDER BY r.line
      RETURNING *
    )
    ${insertAudit(actor, { action: `${subjectType}.created`, subjectType }, told)}`
}

/**
 * Writes a checked file into its table, in one transaction.
 * @returns counts of its rows by effect
 * @throws NOT_FOUND, BAD_REQUEST while a row is wrong, CONFLICT if somebody has changed a row since the preview, which is then made again
 */
export async function applyImport(
  call: SignedInCall<'db' | 'live' | 'catalogue'>,
  { batchId }: { batchId: string },
): Promise<Omit<Record<ImportVerdict, number>, 'wrong'> & { noun: FileTarget['noun'] }> {
  const { target } = await readyBatch(call, { batchId })
  const { actor } = call
  const { prisma } = call.db
  const outcome = await prisma.$transaction(
    async (tx) => {
      const [batch] = await tx.$queryRaw<{ id: string }[]>`SELECT id::text FROM import_batches WHERE id = ${batchId}::uuid FOR UPDATE`
      if (!batch) throw noSuchImport()
      const { wrong, ...counts } = await countVerdicts(tx, batchId)
      if (wrong > 0) {
        throw new TRPCError({
          code: 'BAD_REQUEST',
          message: `${number.format(wrong)} rows are wrong. Correct them and upload the file again.`,
        })
      }
      const stale = await lockTargets(tx, batchId, target)
      if (stale > 0) return { stale }
      await withDeferredIndex(tx, target, counts.changed + counts.new, async () => {
        for await (const slice of slices(tx, batchId)) {
          if (counts.changed > 0) await changeRows(tx, actor, target, slice)
          if (counts.new > 0) await addRows(tx, actor, target, slice)
        }
      })
      await tx.importBatch.delete({ where: { id: batchId } })
      return { ...counts, noun: target.noun }
    },
    { timeout: LONGEST_APPLY },
  )
  if (!('stale' in outcome)) {
    if (outcome.noun === 'products') productChanged(call, null)
    else call.live.values.machines.changed()
    return outcome
  }
  await compareAgain(prisma, batchId, target)
  const rows = outcome.stale === 1 ? '1 row has' : `${number.format(outcome.stale)} rows have`
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${rows} been changed by somebody else since the preview. Nothing has been imported; the preview now shows what would change.`,
  })
}
