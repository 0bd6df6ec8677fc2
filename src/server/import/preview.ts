import type { SignedInCall } from '~/server/auth/call'
import * as z from 'zod'
import { importVerdicts, type ImportPreview, type ImportRow, type ImportVerdict, type previewInput } from '~/contracts/imports'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { readBatch } from './batch'
import { readHeader } from './check-row'
import { importTargets } from './target'

/** A list is shown as a cell has it. */
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

/** A page of a checked file's rows, by line, and how many there are of each verdict. @throws NOT_FOUND */
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
