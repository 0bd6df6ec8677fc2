import { setImmediate as othersTurn } from 'node:timers/promises'
import { MOST_IMPORT_ROWS } from '~/contracts/catalogue/imports'
import type { ImportedNoun } from '~/contracts/records'
import type { PrismaClient } from '~/generated/prisma/client'
import { readHeader, rowChecker, type CheckedRow } from './check-row'
import { markRepeated, SLICE, stageRows } from './compare'
import { ImportCancelled, ImportFailure, readRecords } from './read-records'
import { fileTarget } from './target'

/** Rows and characters that one statement stages: the embedded database works on the thread that answers everybody. */
const LARGEST_PART = 512 * 1024

interface UploadedFile {
  batchId: string
  noun: ImportedNoun
  body: AsyncIterable<Buffer>
}

/**
 * Reads a file, checks its rows and stages them, part by part; only one part is in memory.
 * @throws {ImportFailure} for a file that cannot be read as a whole, {ImportCancelled}
 */
export async function stageFile(prisma: PrismaClient, { batchId, noun, body }: UploadedFile): Promise<void> {
  let bytesRead = 0
  async function* counted() {
    for await (const chunk of body) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  const records = readRecords(counted())
  const first = await records.next()
  if (first.done) throw new ImportFailure('The file is empty.')
  const header = first.value.cells
  const check = rowChecker(noun, header)
  const target = fileTarget(noun, readHeader(noun, header))
  await prisma.importBatch.updateMany({ where: { id: batchId }, data: { header } })

  let rowsRead = 0
  let part: CheckedRow[] = []
  let size = 0
  const flush = async () => {
    if (part.length === 0) return
    const staged = await stageRows(prisma, batchId, target, JSON.stringify(part), { bytesRead, rowsRead })
    if (staged === 0) throw new ImportCancelled('The import has been cancelled.')
    part = []
    size = 0
    // The embedded database answers without ever leaving the thread.
    await othersTurn()
  }
  for await (const record of records) {
    rowsRead++
    if (rowsRead > MOST_IMPORT_ROWS)
      throw new ImportFailure(`The file has more than ${MOST_IMPORT_ROWS.toLocaleString('en-GB')} rows. Split it.`)
    part.push(check(record))
    for (const cell of record.cells) size += cell.length
    if (part.length >= SLICE || size >= LARGEST_PART) await flush()
  }
  await flush()
  if (rowsRead === 0) throw new ImportFailure('The file has a header but no rows.')
  await markRepeated(prisma, batchId, target)
}
