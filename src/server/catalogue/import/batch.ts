import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  type ImportPreview,
  type ImportProgress,
  type ImportRow,
  type ImportVerdict,
  type batchInput,
  importNoun,
  importStates,
  importVerdicts,
  type previewInput,
  type startImportInput,
} from '~/contracts/catalogue/imports'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { readHeader } from './check-row'
import { type FileTarget, fileTarget, importTargets } from './target'

/** Unapplied imports are removed after this time. */
export const IMPORT_KEPT_MS = 24 * 60 * 60 * 1000

type BatchInput = z.output<typeof batchInput>

const batchKind = z.object({ noun: importNoun, state: z.enum(importStates) })

async function removeOldImports(prisma: Pick<PrismaClient, 'importBatch'>, now: Date): Promise<void> {
  await prisma.importBatch.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - IMPORT_KEPT_MS) } } })
}

/** Opens an import; the file is uploaded next. @throws CONFLICT for an idempotency key that was sent with another file */
export const startImport = (call: CreatingCall<never>, input: z.output<typeof startImportInput>): Promise<{ batchId: string }> =>
  createOnce(call, input, async (tx, file) => {
    const now = call.now()
    await removeOldImports(tx, now)
    const { id } = await tx.importBatch.create({ data: { ...file, userId: call.viewer.userId, createdAt: now }, select: { id: true } })
    return { batchId: id }
  })

export const noSuchImport = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'There is no such import; it may have been applied or cancelled.' })

/** An import with the columns of its file; administrators see only their own. @throws NOT_FOUND */
export async function readBatch({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput) {
  const row = await db.prisma.importBatch.findUnique({ where: { id: batchId, userId } })
  const known = batchKind.safeParse(row)
  // Plain SQL has left it with an unknown noun or state.
  if (!row || !known.success) throw noSuchImport()
  const progress: ImportProgress = {
    ...known.data,
    fileName: row.fileName,
    failure: row.failure,
    bytesTotal: Number(row.bytesTotal),
    bytesRead: Number(row.bytesRead),
    rowsRead: row.rowsRead,
  }
  return { progress, header: row.header }
}

/** The same for work with its rows. @throws NOT_FOUND, CONFLICT while the file is being read */
export async function readyBatch(
  call: SignedInCall<'db'>,
  input: BatchInput,
): Promise<{ progress: ImportProgress; header: string[]; target: FileTarget }> {
  const { progress, header } = await readBatch(call, input)
  if (progress.state !== 'ready') throw new TRPCError({ code: 'CONFLICT', message: 'The file has not been checked yet.' })
  return { progress, header, target: fileTarget(progress.noun, readHeader(progress.noun, header)) }
}

/** Cancels an import; idempotent. */
export async function cancelImport({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput): Promise<{ batchId: string }> {
  await db.prisma.importBatch.deleteMany({ where: { id: batchId, userId } })
  return { batchId }
}

/** A list in one cell. */
const list = z.array(z.string()).transform((texts) => texts.join(', '))
const value = z.union([z.string(), z.number(), z.boolean(), z.null(), list])
const fields = z.record(z.string(), value)

const staged = z.object({
  line: z.number(),
  verdict: z.enum(importVerdicts),
  cells: z.array(z.string()),
  data: fields.nullable(),
  before: fields.nullable(),
  faults: z.array(z.object({ field: z.string().nullable(), message: z.string() })).nullable(),
})

/** The rows of a staged file by verdict. */
export async function countVerdicts(prisma: Pick<PrismaClient, '$queryRaw'>, batchId: string): Promise<Record<ImportVerdict, number>> {
  const found = await prisma.$queryRaw<{ verdict: string; rows: number }[]>`
    SELECT verdict, count(*)::int AS rows FROM import_rows WHERE batch_id = ${batchId}::uuid GROUP BY verdict`
  const rows = new Map(found.map((each) => [each.verdict, each.rows]))
  const of = (verdict: ImportVerdict) => rows.get(verdict) ?? 0
  return { new: of('new'), changed: of('changed'), unchanged: of('unchanged'), wrong: of('wrong') }
}

/** A page of a checked file's rows, by line, and the number of each verdict. @throws NOT_FOUND */
export async function previewImport(
  call: SignedInCall<'db'>,
  { batchId, verdict, cursor, limit }: z.output<typeof previewInput>,
): Promise<ImportPreview> {
  const { progress, header } = await readBatch(call, { batchId })
  const ofVerdict = verdict ? Prisma.sql`verdict = ${verdict}` : Prisma.sql`TRUE`
  const [counts, found] = await Promise.all([
    countVerdicts(call.db.prisma, batchId),
    call.db.prisma.$queryRaw<unknown[]>`
      SELECT line, verdict, cells, data, before, faults FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND ${ofVerdict} AND line > ${cursor ?? 0} ORDER BY line LIMIT ${limit + 1}`,
  ])
  const page = found.slice(0, limit).map((row) => staged.parse(row))
  const columns = progress.state === 'failed' || header.length === 0 ? [] : readHeader(progress.noun, header)
  const { key } = importTargets[progress.noun]
  const toRow = ({ line, verdict: each, cells, data, before, faults }: z.output<typeof staged>): ImportRow => {
    const cell = (field: string) => (data ? data[field] : cells[columns.indexOf(field)]) ?? ''
    const shown = each === 'new' ? Object.keys(data ?? {}) : Object.keys(before ?? {})
    return {
      line,
      verdict: each,
      name: (progress.noun === 'products' ? [cell('name')] : key.map(cell)).join(' ').trim(),
      fields: shown.map((field) => ({ field, before: before?.[field] ?? null, after: data?.[field] ?? null })),
      faults: faults ?? [],
    }
  }
  return {
    ...progress,
    counts,
    rows: page.map(toRow),
    nextCursor: found.length > limit ? (page.at(-1)?.line ?? null) : null,
  }
}
