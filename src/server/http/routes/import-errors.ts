import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import type { ImportIssue } from '~/contracts/catalogue/imports'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Viewer } from '~/server/identity/auth/read-session'
import { type CsvTable, sendFile, type CsvRow } from '~/server/platform/csv/write'
import type { Services } from '~/server/services'

const PAGE = 500

const wrongRow = z.object({
  line: z.number(),
  cells: z.array(z.string()),
  faults: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
})

const sentence = ({ field, message }: ImportIssue) => (field === null ? message : `${field}: ${message}`)

async function* wrongRows(prisma: PrismaClient, batchId: string, columns: readonly number[]): AsyncGenerator<CsvRow[]> {
  let after = 0
  for (;;) {
    const rows = await prisma.$queryRaw<unknown[]>`
      SELECT line, cells, faults FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND verdict = 'wrong' AND line > ${after} ORDER BY line LIMIT ${PAGE}`
    const page = rows.map((row) => wrongRow.parse(row))
    yield page.map(({ line, cells, faults }) => [
      ...columns.map((index) => cells[index] ?? ''),
      `Line ${line}: ${faults.map(sentence).join('; ')}`,
    ])
    if (page.length < PAGE) return
    after = page.at(-1)?.line ?? after
  }
}

/** The wrong rows of a file as they stand in it, with the reasons in a last column `error`. */
function importErrors(prisma: PrismaClient, batchId: string, header: readonly string[]): CsvTable {
  // A partly corrected file of errors has that column already: the new one replaces it.
  const columns = header.flatMap((name, index) => (name.trim().toLowerCase() === 'error' ? [] : [index]))
  return { header: [...columns.map((index) => header[index] ?? ''), 'error'], pages: wrongRows(prisma, batchId, columns) }
}

/** Sends that file. The caller has checked that an administrator asks. */
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
  await sendFile(res, log, { fileName: `${batch.noun}-errors.csv`, ...importErrors(prisma, batch.id, batch.header) })
}
