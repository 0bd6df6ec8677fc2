import { LARGEST_WORKBOOK } from '~/contracts/office/imports'
import { decodeWorkbook } from '~/server/platform/files/decode-workbook'
import type { Logger } from '~/server/platform/log'
import { ImportFailure } from './import-failures'

const refusals = {
  broken: 'This is not a CSV file, and not a workbook that can be read. Save the sheet as "CSV UTF-8" and choose that file.',
  empty: 'The workbook has no rows.',
  costly: 'The workbook is too large. Save the sheet as "CSV UTF-8" and choose that file.',
}
const OLD = 'This is a workbook of the old kind (.xls), or one with a password. Save it as .xlsx or as "CSV UTF-8".'

const isZip = (head: Buffer) => head.subarray(0, 2).toString('latin1') === 'PK'
const isOld = (head: Buffer) => head.subarray(0, 4).toString('hex') === 'd0cf11e0'

/** A workbook's first sheet is read in another process. @throws {ImportFailure}; SERVICE_UNAVAILABLE if that process cannot run */
export async function* asCsv(body: AsyncGenerator<Buffer>, log: Logger): AsyncGenerator<Buffer> {
  const first = await body.next()
  if (first.done) return
  if (isOld(first.value)) throw new ImportFailure(OLD)
  if (!isZip(first.value)) {
    yield first.value
    yield* body
    return
  }
  const parts = [first.value]
  let size = first.value.length
  for await (const part of body) {
    size += part.length
    if (size > LARGEST_WORKBOOK) throw new ImportFailure(refusals.costly)
    parts.push(part)
  }
  const csv = await decodeWorkbook(Buffer.concat(parts), { log })
  if (typeof csv === 'string') throw new ImportFailure(refusals[csv])
  yield csv
}
