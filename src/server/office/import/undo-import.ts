import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { importNoun, type AppliedImport, type appliedImportsInput, type batchInput, type UndoneImport } from '~/contracts/office/imports'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { requireScope } from '~/server/identity/auth/scopes'
import { writeOff } from '~/server/stock/parts/write-part'
import { insertAudit, type Actor } from '~/server/platform/audit/record-audit'
import { announceImport } from './apply-import'
import { noSuchImport } from './import-batch'
import { asRow, importTargets } from './import-target'

/** Undoing removes or restores what nobody has changed or used since. */

type Tx = Prisma.TransactionClient

const MOST_LISTED = 10
/** Milliseconds. */
export const UNDO_KEPT_MS = 30 * 24 * 60 * 60 * 1000
const LONGEST_UNDO = 10 * 60 * 1000

/** @throws FORBIDDEN */
export async function appliedImports(
  { db: { prisma }, viewer, now }: SignedInCall<'db' | 'now'>,
  { noun }: z.output<typeof appliedImportsInput>,
): Promise<{ rows: AppliedImport[] }> {
  requireScope(viewer, noun, 'read')
  const rows = await prisma.appliedImport.findMany({
    where: { noun, createdAt: { gt: new Date(now().getTime() - UNDO_KEPT_MS) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: MOST_LISTED,
    include: { user: { select: { email: true } } },
  })
  return {
    rows: rows.map(({ id, fileName, createdAt, user, added, changed, undoneAt }) => ({
      id,
      fileName,
      at: createdAt,
      by: user?.email ?? null,
      added,
      changed,
      undoneAt,
    })),
  }
}

/** Rows made and deleted with a record. */
const MADE_WITH = new Set([
  'profiles',
  'unit_ownerships',
  'product_pictures',
  'product_slugs',
  'saved_views',
  'mail_tokens',
  'applied_imports',
  'import_batches',
])

/** True if a row of another table refers to the record; derived from the foreign keys. */
async function isUsed(tx: Tx, table: string, id: Prisma.Sql): Promise<Prisma.Sql> {
  const keys = await tx.$queryRaw<{ table: string; column: string }[]>`
    SELECT c.conrelid::regclass::text AS table, a.attname::text AS column
    FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = ${table}::regclass ORDER BY 1, 2`
  const used = keys
    .filter((key) => !MADE_WITH.has(key.table))
    .map((key) => Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(`"${key.table}"`)} AS k WHERE k.${Prisma.raw(`"${key.column}"`)} = ${id})`)
  return used.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(used, ' OR ')})`
}

interface Undoing {
  actor: Actor
  importId: string
}

async function restore(tx: Tx, { actor, importId }: Undoing, noun: keyof typeof importTargets): Promise<number> {
  const { table, subjectType, fields } = importTargets[noun]
  const own = fields.filter(({ isOnce }) => !isOnce)
  if (own.length === 0) return 0
  const set = Prisma.join(
    own.map(
      ({ field, column }) => Prisma.sql`${column} = CASE WHEN w.before ? ${field} THEN d.${Prisma.raw(`"${field}"`)} ELSE t.${column} END`,
    ),
  )
  const told = Prisma.sql`SELECT id::text AS subject_id, NULL::jsonb AS before, before AS after FROM restored`
  return tx.$executeRaw`
    WITH restored AS (
      UPDATE ${table} AS t SET ${set}
      FROM applied_import_rows AS w, LATERAL jsonb_to_record(w.before) AS d(${asRow(own)})
      WHERE w.import_id = ${importId}::uuid AND w.subject_type = ${subjectType} AND w.before IS NOT NULL
        AND t.id = w.subject_id AND t.version = w.version
      RETURNING t.id, w.before
    )
    ${insertAudit(actor, { action: `${subjectType}.updated`, subjectType }, told)}`
}

const added = (importId: string, subjectType: string) =>
  Prisma.sql`w.import_id = ${importId}::uuid AND w.subject_type = ${subjectType} AND w.before IS NULL AND t.id = w.subject_id AND t.version = w.version`

async function remove(tx: Tx, { actor, importId }: Undoing, noun: keyof typeof importTargets): Promise<number> {
  const { table, subjectType } = importTargets[noun]
  if (noun === 'users') {
    const used = await isUsed(tx, 'users', Prisma.sql`u.id`)
    const told = Prisma.sql`SELECT id::text AS subject_id, jsonb_build_object('email', email) AS before, NULL::jsonb AS after FROM gone`
    // Claimed accounts and administrators stay.
    return tx.$executeRaw`
      WITH gone AS (
        DELETE FROM users AS u USING applied_import_rows AS w JOIN profiles AS t ON t.id = w.subject_id
        WHERE ${added(importId, subjectType)} AND u.id = t.user_id AND t.role = 'customer'
          AND u.password_hash IS NULL AND u.email_verified_at IS NULL AND u.signed_up_at IS NULL AND NOT ${used}
        RETURNING u.id, nullif(t.email, '') AS email
      )
      ${insertAudit(actor, { action: 'user.removed', subjectType }, told)}`
  }
  const used = await isUsed(tx, table.sql, Prisma.sql`t.id`)
  const told = Prisma.sql`SELECT id::text AS subject_id, before, NULL::jsonb AS after FROM gone`
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM ${table} AS t USING applied_import_rows AS w WHERE ${added(importId, subjectType)} AND NOT ${used}
      RETURNING t.id, to_jsonb(t) - '{id,created_at,updated_at,version}'::text[] AS before
    )
    ${insertAudit(actor, { action: `${subjectType}.deleted`, subjectType }, told)}`
}

/** Parts still on the shelf are written off, the stock's only way out. @returns their number */
async function writeOffParts(tx: Tx, { actor, importId }: Undoing): Promise<number> {
  const parts = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM applied_import_rows AS w JOIN parts AS t ON t.id = w.subject_id
    WHERE ${added(importId, 'part')} AND t.state = 'in_stock' ORDER BY t.type_id, t.id FOR UPDATE OF t`
  for (const { id } of parts) await writeOff(tx, actor, id, 'The import that brought it was undone')
  return parts.length
}

/** Once, within 30 days. @throws NOT_FOUND, CONFLICT for an undone one, FORBIDDEN */
export async function undoImport(
  call: SignedInCall<'db' | 'live' | 'catalogue' | 'now'>,
  { batchId }: z.output<typeof batchInput>,
): Promise<UndoneImport> {
  const { actor, viewer, now } = call
  const importId = batchId.toLowerCase()
  const outcome = await call.db.prisma.$transaction(
    async (tx) => {
      const found = await tx.$queryRaw<{ noun: string; undone: boolean; isOver: boolean }[]>`
        SELECT noun, undone_at IS NOT NULL AS undone, created_at < ${new Date(now().getTime() - UNDO_KEPT_MS)} AS "isOver"
        FROM applied_imports WHERE id = ${importId}::uuid FOR UPDATE`
      const [applied] = found
      const known = importNoun.safeParse(applied?.noun)
      if (!applied || !known.success || applied.isOver) throw noSuchImport()
      requireScope(viewer, known.data, 'write')
      if (applied.undone) throw new TRPCError({ code: 'CONFLICT', message: 'This import has been undone already.' })
      const noun = known.data
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`import ${noun}`}))::text`
      const undoing = { actor, importId }
      const writtenOff = noun === 'parts' ? await writeOffParts(tx, undoing) : 0
      const restored = await restore(tx, undoing, noun)
      const removed = writtenOff + (await remove(tx, undoing, noun))
      const rows = await tx.appliedImportRow.count({ where: { importId } })
      await tx.appliedImport.update({ where: { id: importId }, data: { undoneAt: now() } })
      await tx.appliedImportRow.deleteMany({ where: { importId } })
      return { noun, removed, restored, kept: rows - removed - restored }
    },
    { timeout: LONGEST_UNDO },
  )
  const { noun, ...undone } = outcome
  announceImport(call, noun)
  return undone
}
