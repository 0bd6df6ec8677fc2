import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import * as z from 'zod'
import { fromSafeCell } from '~/lib/csv-cell'

/** The whole file cannot be imported; the message is for people. */
export class ImportFailure extends Error {}

/** Somebody has cancelled the import while its file was being read. */
export class ImportCancelled extends Error {}

/** A record of a file, with its first line's number. */
export interface CsvRecord {
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t'] as const
const LONGEST_HEADER = 64 * 1024
/** Longer than all fields of a row together may be. */
const LONGEST_RECORD = 256 * 1024

const NOT_UTF8 = 'The file is not in UTF-8. Save it as "CSV UTF-8" and choose it again.'

/** The file's bytes, checked to be UTF-8 text. */
async function* checkedText(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new ImportFailure(NOT_UTF8)
    }
  }
  let first = true
  for await (const chunk of body) {
    if (first && chunk.subarray(0, 2).toString('latin1') === 'PK') {
      throw new ImportFailure('This is not a CSV file. Save the sheet as "CSV UTF-8" and choose that file.')
    }
    first = false
    check(chunk)
    // A null byte means UTF-16 without its mark, or no text at all.
    if (chunk.includes(0)) throw new ImportFailure(NOT_UTF8)
    yield chunk
  }
  check()
}

/** The delimiter that the header line uses most. */
function delimiterOf(head: Buffer): string {
  const [line = ''] = head.toString('utf8').split(/[\r\n]/, 1)
  const names = line.replace(/"[^"]*"/g, '')
  const uses = DELIMITERS.map((delimiter) => names.split(delimiter).length)
  return DELIMITERS[uses.indexOf(Math.max(...uses))] ?? ','
}

const parsedRecord = z.object({ record: z.array(z.string()), info: z.object({ records: z.number(), empty_lines: z.number() }) })

/** The words for a fault of quotation marks or length, by the parser's code. */
function sentence({ code }: CsvError, line: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark that opens in line ${line} or later is never closed.`
    case 'CSV_MAX_RECORD_SIZE':
      return `The row at line ${line} is too long; perhaps a quotation mark is not closed.`
    default:
      return `The row at line ${line} has a quotation mark in the wrong place: a cell with quotation marks in it is quoted, and each of them doubled.`
  }
}

const breaks = /\r\n|\r|\n/g

/**
 * The records of a CSV file in UTF-8, the header first; with commas, semicolons or tabs between cells. Reads no more of the body than is
 * asked for.
 * @throws {ImportFailure} for any other file
 */
export async function* readRecords(body: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const text = checkedText(body)
  let head = Buffer.alloc(0)
  while (head.length < LONGEST_HEADER && !/[\r\n]./s.test(head.toString('latin1'))) {
    const next = await text.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  if (head.length === 0) throw new ImportFailure('The file is empty.')
  async function* whole() {
    yield head
    yield* text
  }

  const source = Readable.from(whole(), { objectMode: false })
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let line = 1
  let breaksBefore = 0
  try {
    for await (const value of parser) {
      const { record, info } = parsedRecord.parse(value)
      line = info.records + info.empty_lines + breaksBefore
      for (const cell of record) breaksBefore += cell.match(breaks)?.length ?? 0
      yield { line, cells: record.map(fromSafeCell) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFailure(sentence(error, line + 1)) : error
  } finally {
    source.destroy()
  }
}
