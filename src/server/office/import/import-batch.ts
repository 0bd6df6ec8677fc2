import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { requireScope } from '~/server/identity/auth/scopes'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  type ImportPreview,
  type ImportProgress,
  type ImportRow,
  type FileColumn,
  type ImportVerdict,
  type batchInput,
  type mapImportInput,
  rowVerdicts,
  importNoun,
  importStates,
  type previewInput,
  type startImportInput,
} from '~/contracts/office/imports'
import type { ImportedNoun } from '~/contracts/records'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { ImportCancelled } from './import-failures'
import { givenMapping, missingFields, rememberMapping, storedMapping, type Mapping } from './column-mapping'
import { stageAgain } from './stage-rows'
import { type FileTarget, fileTarget, importTargets } from './import-target'

/** Milliseconds. */
export const IMPORT_KEPT_MS = 24 * 60 * 60 * 1000

type BatchInput = z.output<typeof batchInput>

const firstCells = z.array(z.array(z.string()))

const batchKind = z.object({ noun: importNoun, state: z.enum(importStates) })

async function removeOldImports(prisma: Pick<PrismaClient, 'importBatch'>, now: Date): Promise<void> {
  await prisma.importBatch.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - IMPORT_KEPT_MS) } } })
}

/** @throws CONFLICT for an idempotency key with another file; FORBIDDEN without the right to write such records */
export const startImport = async (call: CreatingCall<never>, input: z.output<typeof startImportInput>): Promise<{ batchId: string }> => {
  requireScope(call.viewer, input.noun, 'write')
  return createOnce(call, input, async (tx, file) => {
    const now = call.now()
    await removeOldImports(tx, now)
    const { id } = await tx.importBatch.create({ data: { ...file, userId: call.viewer.userId, createdAt: now }, select: { id: true } })
    return { batchId: id }
  })
}

export const noSuchImport = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'There is no such import; it may have been applied or cancelled.' })

/** Administrators see only their own. @throws NOT_FOUND */
export async function readBatch({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput) {
  const row = await db.prisma.importBatch.findUnique({ where: { id: batchId, userId } })
  const known = batchKind.safeParse(row)
  // Plain SQL may have stored an unknown record type or state.
  if (!row || !known.success) throw noSuchImport()
  const progress: ImportProgress = {
    ...known.data,
    fileName: row.fileName,
    failure: row.failure,
    bytesTotal: Number(row.bytesTotal),
    bytesRead: Number(row.bytesRead),
    rowsRead: row.rowsRead,
  }
  return {
    progress,
    header: row.header,
    mapping: storedMapping(progress.noun, row.header, row.mapping) ?? { columns: row.header.map(() => null), fixed: {}, dots: {} },
    firstRows: firstCells.parse(row.firstRows ?? []),
  }
}

/** @throws NOT_FOUND, CONFLICT while the file is being read, FORBIDDEN */
export async function readyBatch(
  call: SignedInCall<'db'>,
  input: BatchInput,
): Promise<{ progress: ImportProgress; header: string[]; mapping: Mapping; target: FileTarget }> {
  const { progress, header, mapping } = await readBatch(call, input)
  requireScope(call.viewer, progress.noun, 'write')
  if (progress.state !== 'ready') throw new TRPCError({ code: 'CONFLICT', message: 'The file has not been checked yet.' })
  return { progress, header, mapping, target: fileTarget(progress.noun, mapping) }
}

/** Remembered for files with such headers. @throws NOT_FOUND, BAD_REQUEST, CONFLICT while the file is being read, FORBIDDEN */
export async function mapImport(call: SignedInCall<'db' | 'now'>, input: z.output<typeof mapImportInput>): Promise<{ batchId: string }> {
  const { batchId } = input
  const { progress, header, mapping: staged } = await readyBatch(call, input)
  const mapping = givenMapping(progress.noun, header, input)
  const { prisma } = call.db
  const { count } = await prisma.importBatch.updateMany({
    where: { id: batchId, state: 'ready' },
    data: { state: 'checking', mapping: { ...mapping } },
  })
  if (count === 0) throw new TRPCError({ code: 'CONFLICT', message: 'The file has not been checked yet.' })
  try {
    await stageAgain(prisma, { batchId, noun: progress.noun, header, bytesRead: progress.bytesRead }, staged, mapping)
  } catch (error) {
    if (error instanceof ImportCancelled) throw noSuchImport()
    await prisma.importBatch.updateMany({
      where: { id: batchId },
      data: { state: 'failed', failure: 'Something went wrong on our side. Please choose the file again.' },
    })
    throw error
  }
  await prisma.importBatch.updateMany({ where: { id: batchId }, data: { state: 'ready' } })
  await rememberMapping(prisma, progress.noun, header, mapping, call.now())
  return { batchId }
}

export async function cancelImport({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput): Promise<{ batchId: string }> {
  await db.prisma.importBatch.deleteMany({ where: { id: batchId, userId } })
  return { batchId }
}

const list = z.array(z.string()).transform((texts) => texts.join(', '))
const value = z.union([z.string(), z.number(), z.boolean(), z.null(), list])
const fields = z.record(z.string(), value)

const staged = z.object({
  line: z.number(),
  verdict: z.enum(rowVerdicts),
  cells: z.array(z.string()).nullable(),
  data: fields.nullable(),
  before: fields.nullable(),
  faults: z.array(z.object({ field: z.string().nullable(), message: z.string() })).nullable(),
})

export async function countVerdicts(
  prisma: Pick<PrismaClient, '$queryRaw'>,
  batchId: string,
): Promise<{ counts: Record<ImportVerdict, number>; skipped: number }> {
  const found = await prisma.$queryRaw<{ verdict: string; rows: number }[]>`
    SELECT verdict, count(*)::int AS rows FROM import_rows WHERE batch_id = ${batchId}::uuid GROUP BY verdict`
  const rows = new Map(found.map((each) => [each.verdict, each.rows]))
  const of = (verdict: string) => rows.get(verdict) ?? 0
  return { counts: { new: of('new'), changed: of('changed'), unchanged: of('unchanged'), wrong: of('wrong') }, skipped: of('skipped') }
}

function nameFields(noun: ImportedNoun, key: readonly string[]): readonly string[] {
  if (noun === 'products') return ['name']
  if (noun === 'units') return ['manufacturer', 'model', 'serialNumber']
  if (noun === 'parts') return ['name', 'serialNumber']
  return noun === 'users' ? ['fullName', 'email', 'phone'] : key
}

/** By line, with the number of each verdict. @throws NOT_FOUND */
export async function previewImport(
  call: SignedInCall<'db'>,
  { batchId, verdict, cursor, limit }: z.output<typeof previewInput>,
): Promise<ImportPreview> {
  const { progress, header, mapping, firstRows } = await readBatch(call, { batchId })
  const ofVerdict = verdict ? Prisma.sql`verdict = ${verdict}` : Prisma.sql`TRUE`
  const [{ counts, skipped }, found] = await Promise.all([
    countVerdicts(call.db.prisma, batchId),
    call.db.prisma.$queryRaw<unknown[]>`
      SELECT line, verdict, cells, data, before, faults FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND ${ofVerdict} AND line > ${cursor ?? 0} ORDER BY line LIMIT ${limit + 1}`,
  ])
  const page = found.slice(0, limit).map((row) => staged.parse(row))
  const { key } = importTargets[progress.noun]
  const toRow = ({ line, verdict: each, cells, data, before, faults }: z.output<typeof staged>): ImportRow => {
    const cell = (field: string) => (data ? data[field] : cells?.[mapping.columns.indexOf(field)]) ?? ''
    const shown = each === 'new' ? Object.keys(data ?? {}) : Object.keys(before ?? {})
    return {
      line,
      verdict: each,
      name: nameFields(progress.noun, key).map(cell).join(' ').trim(),
      fields: shown.map((field) => ({ field, before: before?.[field] ?? null, after: data?.[field] ?? null })),
      faults: faults ?? [],
    }
  }
  const columns = header.map((name, at): FileColumn => ({
    name,
    field: mapping.columns[at] ?? null,
    sample: firstRows.map((cells) => cells[at] ?? ''),
  }))
  return {
    ...progress,
    columns,
    fixed: mapping.fixed,
    missing: missingFields(progress.noun, mapping),
    counts,
    skipped,
    rows: page.map(toRow),
    nextCursor: found.length > limit ? (page.at(-1)?.line ?? null) : null,
  }
}
