import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { importNoun } from '~/contracts/office/imports'
import { rowChecker } from '~/server/office/import/check-row'
import { ImportFailure } from '~/server/office/import/import-failures'
import { matchedByName, missingFields } from '~/server/office/import/column-mapping'
import { openTable, type TableRow } from '~/server/office/import/read-table'

const DIR = 'tests/cases/tables/'
const expected = z
  .record(z.string(), z.object({ noun: importNoun, missing: z.array(z.string()), rows: z.array(z.record(z.string(), z.json())) }))
  .parse(JSON.parse(readFileSync(`${DIR}expected.json`, 'utf8')))

/** A file as an import reads it, without a table to compare it with. */
async function read(noun: z.output<typeof importNoun>, body: AsyncIterable<Buffer>) {
  const { header, sample, rows: source } = await openTable(noun, body)
  const rows: TableRow[] = []
  for await (const row of source) rows.push(row)
  let mapping = matchedByName(noun, header, sample)
  let checker = rowChecker(noun, header, mapping)
  let checked = rows.map(checker.check)
  const { meanings, isNew } = checker.dots()
  if (isNew) {
    mapping = { ...mapping, dots: meanings }
    checker = rowChecker(noun, header, mapping)
    checked = rows.map(checker.check)
  }
  return {
    missing: missingFields(noun, mapping),
    rows: checked.map(({ line, data, faults, skipped }) => {
      if (skipped) return { line, skipped: faults?.[0]?.message }
      return data ? { line, data } : { line, faults }
    }),
  }
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a table of another program', () => {
  const files = readdirSync(DIR).filter((name) => name.endsWith('.csv'))
  it('has its values beside it', () => expect(files).toEqual(Object.keys(expected).toSorted()))

  it.each(Object.entries(expected))('%s is read as it means', async (name, { noun, ...wanted }) => {
    expect(await read(noun, createReadStream(`${DIR}${name}`))).toEqual(wanted)
  })

  it.each(Object.entries(expected))('%s is read the same in pieces of any size', async (name, { noun, ...wanted }) => {
    const bytes = readFileSync(`${DIR}${name}`)
    for (const size of [1, 7, 61]) expect(await read(noun, chunksOf(bytes, size))).toEqual(wanted)
  })

  it('is read or refused in words, whatever somebody makes of it', async () => {
    const random = generator(64_000)
    for (const [name, { noun }] of Object.entries(expected)) {
      const text = readFileSync(`${DIR}${name}`, 'utf8')
      for (let turn = 0; turn < 10; turn++) {
        const broken = Buffer.from(mangled(text, random))
        try {
          await read(noun, chunksOf(broken, 1 + Math.floor(random() * 5_000)))
        } catch (error) {
          if (!(error instanceof ImportFailure)) throw new Error(`${name}, turn ${turn}`, { cause: error })
        }
      }
    }
  })
})

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  'sep=|\n',
  "'=1",
  '€',
  '1.234',
  '1,2,3',
  '\u0000',
  '\ufeff',
  '<b>&#x110000;',
  'a'.repeat(300_000),
  ' ',
  '(',
  '[',
]

/** A text with pieces of it gone, twice there, or others in their place. */
function mangled(text: string, random: () => number): string {
  let result = text
  for (let turn = 0; turn < 1 + random() * 4; turn++) {
    const at = Math.floor(random() * result.length)
    const length = Math.floor(random() * 40)
    const piece = random() < 0.7 ? (PIECES[Math.floor(random() * PIECES.length)] ?? '') : result.slice(at, at + length)
    result = result.slice(0, at) + piece + result.slice(at + (random() < 0.5 ? length : 0))
  }
  return result
}
