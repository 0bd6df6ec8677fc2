import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { importNoun, type ImportIssue } from '~/contracts/office/imports'
import type { PrismaClient } from '~/generated/prisma/client'
import { storedMapping, type Mapping } from '~/server/office/import/column-mapping'
import { cellsOf } from '~/server/office/import/staged-cells'
import type { Viewer } from '~/server/identity/auth/read-session'
import { type CsvTable, sendFile, type CsvRow } from '~/server/platform/csv/write-csv'
import type { Services } from '~/server/services'

const PAGE = 500

const wrongRow = z.object({
  line: z.number(),
  cells: z.array(z.string()).nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  faults: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
})

const sentence = ({ field, message }: ImportIssue) => (field === null ? message : `${field}: ${message}`)

interface FileColumns {
  /** The field of each column. */
  fields: Mapping['columns']
  columns: readonly number[]
}

async function* wrongRows(prisma: PrismaClient, batchId: string, { fields, columns }: FileColumns): AsyncGenerator<CsvRow[]> {
  let after = 0
  for (;;) {
    const rows = await prisma.$queryRaw<unknown[]>`
      SELECT line, cells, data, faults FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND verdict = 'wrong' AND line > ${after} ORDER BY line LIMIT ${PAGE}`
    const page = rows.map((row) => wrongRow.parse(row))
    yield page.map((row) => {
      const cells = cellsOf(row, fields)
      return [...columns.map((index) => cells[index] ?? ''), `Line ${row.line}: ${row.faults.map(sentence).join('; ')}`]
    })
    if (page.length < PAGE) return
    after = page.at(-1)?.line ?? after
  }
}

/** The wrong rows as in the file, with the reasons in a last column `error`. */
function importErrors(prisma: PrismaClient, batchId: string, header: readonly string[], fields: Mapping['columns']): CsvTable {
  // Replaces the column of a partly corrected file.
  const columns = header.flatMap((name, index) => (name.trim().toLowerCase() === 'error' ? [] : [index]))
  return { header: [...columns.map((index) => header[index] ?? ''), 'error'], pages: wrongRows(prisma, batchId, { fields, columns }) }
}

export async function sendImportErrors(
  { db: { prisma }, log }: Pick<Services, 'db' | 'log'>,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  const id = rowId.safeParse(req.query.batchId)
  const batch = id.success ? await prisma.importBatch.findUnique({ where: { id: id.data, userId: viewer.userId } }) : null
  if (!batch) {
    res.status(404).json({ message: 'There is no such import.' })
    return
  }
  const fields = storedMapping(importNoun.parse(batch.noun), batch.header, batch.mapping)?.columns ?? []
  await sendFile(res, log, { fileName: `${batch.noun}-errors.csv`, ...importErrors(prisma, batch.id, batch.header, fields) })
}
