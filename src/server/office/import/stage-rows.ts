import { setImmediate as othersTurn } from 'node:timers/promises'
import { FIRST_ROWS, MOST_IMPORT_ROWS } from '~/contracts/office/imports'
import type { ImportedNoun } from '~/contracts/records'
import type { PrismaClient } from '~/generated/prisma/client'
import * as z from 'zod'
import { rowChecker, type CheckedRow, type RowChecker } from './check-row'
import { markRepeated, SLICE, stageRows } from './compare-rows'
import { ImportCancelled, ImportFailure } from './import-failures'
import { firstMapping, type Mapping } from './column-mapping'
import { openTable, type TableRow } from './read-table'
import { cellsOf, sentRow } from './staged-cells'
import { fileTarget, namedFields, type FileTarget } from './import-target'

/** Characters in one statement: the embedded database blocks the thread. */
const LARGEST_PART = 512 * 1024

/** Rows of types that are not written in one statement. */
const MOST_ROWS: Record<ImportedNoun, number> = {
  products: MOST_IMPORT_ROWS,
  machines: MOST_IMPORT_ROWS,
  users: MOST_IMPORT_ROWS,
  units: MOST_IMPORT_ROWS,
  parts: 5_000,
}

const SHOWN = 120

interface UploadedFile {
  batchId: string
  noun: ImportedNoun
  body: AsyncIterable<Buffer>
}

interface Staged {
  rows: number
  readable: number
  firstFault: string | null
  mayRepeat: boolean
}

/** Decides by keys alone. */
function repeats(target: FileTarget): (row: CheckedRow) => boolean {
  const named = namedFields(target)
  const key = target.key.filter((field) => named.includes(field))
  const isPlain = target.noun === 'products' || target.noun === 'machines'
  const seen = new Set<string>()
  return ({ data, given_id }) => {
    if (data === null) return false
    if (!isPlain || given_id !== null) return true
    const text = key.map((field) => String(data[field] ?? '').toLowerCase()).join('\u0000')
    if (seen.has(text)) return true
    seen.add(text)
    return false
  }
}

/** Holds one part in memory. @throws {ImportFailure}, {ImportCancelled} */
async function stageAll(
  prisma: PrismaClient,
  { batchId, noun, mapping, checker }: { batchId: string; noun: ImportedNoun; mapping: Mapping; checker: RowChecker },
  rows: AsyncIterable<TableRow>,
  bytesRead: () => number,
): Promise<Staged> {
  const target = fileTarget(noun, mapping)
  const staged: Staged = { rows: 0, readable: 0, firstFault: null, mayRepeat: false }
  const mayRepeat = repeats(target)
  let part: unknown[][] = []
  let size = 0
  const flush = async () => {
    if (part.length === 0) return
    const count = await stageRows(prisma, batchId, target, JSON.stringify(part), {
      bytesRead: bytesRead(),
      rowsRead: staged.rows,
    })
    if (count === 0) throw new ImportCancelled('The import has been cancelled.')
    part = []
    size = 0
    // The embedded database never leaves the thread.
    await othersTurn()
  }
  for await (const row of rows) {
    staged.rows++
    if (staged.rows > MOST_ROWS[noun])
      throw new ImportFailure(`The file has more than ${MOST_ROWS[noun].toLocaleString('en-GB')} rows. Split it.`)
    if (row.unreadable === null) staged.readable++
    else staged.firstFault ??= row.unreadable
    const checked = checker.check(row)
    staged.mayRepeat ||= mayRepeat(checked)
    part.push(sentRow(checked, mapping.columns))
    for (const cell of row.cells) size += cell.length
    if (part.length >= SLICE || size >= LARGEST_PART) await flush()
  }
  await flush()
  return staged
}

const stagedRow = z.object({
  line: z.number(),
  cells: z.array(z.string()).nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  unreadable: z.string().nullable(),
})

async function* stagedRows(prisma: PrismaClient, batchId: string, columns: Mapping['columns']): AsyncGenerator<TableRow> {
  let after = 0
  for (;;) {
    const rows = await prisma.$queryRaw<unknown[]>`
      SELECT line, cells, data, unreadable FROM import_rows WHERE batch_id = ${batchId}::uuid AND line > ${after} ORDER BY line LIMIT ${SLICE}`
    for (const row of rows) {
      const read = stagedRow.parse(row)
      after = read.line
      yield { line: read.line, cells: cellsOf(read, columns), unreadable: read.unreadable }
    }
    if (rows.length < SLICE) return
  }
}

/** Applies a new matching of columns. @param staged the earlier one @throws {ImportCancelled} */
export async function stageAgain(
  prisma: PrismaClient,
  { batchId, noun, header, bytesRead }: { batchId: string; noun: ImportedNoun; header: readonly string[]; bytesRead: number },
  staged: Mapping,
  mapping: Mapping,
): Promise<void> {
  let before = staged
  let now = mapping
  // The cells show what dots mean, and are then read accordingly.
  for (;;) {
    const checker = rowChecker(noun, header, now)
    await stageAll(prisma, { batchId, noun, mapping: now, checker }, stagedRows(prisma, batchId, before.columns), () => bytesRead)
    const { meanings, isNew } = checker.dots()
    if (!isNew || Object.keys(now.dots).length > 0) break
    before = now
    now = { ...now, dots: meanings }
  }
  await markRepeated(prisma, batchId, fileTarget(noun, now))
  await prisma.importBatch.updateMany({ where: { id: batchId }, data: { mapping: now } })
}

/** @throws {ImportFailure} for a file that is unreadable as a whole, {ImportCancelled} */
export async function stageFile(prisma: PrismaClient, { batchId, noun, body }: UploadedFile): Promise<void> {
  let bytesRead = 0
  async function* counted() {
    for await (const chunk of body) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  const { header, sample, rows } = await openTable(noun, counted())
  const mapping = await firstMapping(prisma, noun, header, sample)
  const first = sample.slice(0, FIRST_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, SHOWN)))
  await prisma.importBatch.updateMany({ where: { id: batchId }, data: { header, mapping: { ...mapping }, firstRows: first } })
  const checker = rowChecker(noun, header, mapping)
  const staged = await stageAll(prisma, { batchId, noun, mapping, checker }, rows, () => bytesRead)
  if (staged.rows === 0) throw new ImportFailure('The file has a header but no rows.')
  if (staged.readable === 0) throw new ImportFailure(staged.firstFault ?? 'No row can be read.')
  const { meanings, isNew } = checker.dots()
  if (isNew) await stageAgain(prisma, { batchId, noun, header, bytesRead }, mapping, { ...mapping, dots: meanings })
  else if (staged.mayRepeat) await markRepeated(prisma, batchId, fileTarget(noun, mapping))
}
