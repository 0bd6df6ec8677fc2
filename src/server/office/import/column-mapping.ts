import { createHash } from 'node:crypto'
import * as z from 'zod'
import { columnKey, matchColumns } from '~/contracts/office/import-columns'
import { importFieldNames, requiredFields } from '~/contracts/office/import-fields'
import type { ImportedNoun } from '~/contracts/records'
import type { PrismaClient } from '~/generated/prisma/client'
import { fieldError } from '~/server/platform/errors'
import { fitsField } from './read-cell'

const mappingShape = z.object({
  columns: z.array(z.string().nullable()),
  fixed: z.record(z.string(), z.string()),
  dots: z.record(z.string(), z.enum(['decimal', 'group'])),
})
export type Mapping = z.output<typeof mappingShape>

/** Null for none, or one of another file. */
export function storedMapping(noun: ImportedNoun, header: readonly string[], stored: unknown): Mapping | null {
  const read = mappingShape.safeParse(stored)
  if (!read.success || read.data.columns.length !== header.length) return null
  const known = (field: string | null) => field !== null && importFieldNames[noun].includes(field)
  const fixed = Object.fromEntries(Object.entries(read.data.fixed).filter(([field]) => known(field) && field !== 'id'))
  return { ...read.data, columns: read.data.columns.map((field) => (known(field) ? field : null)), fixed }
}

const headerKey = (header: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(header.map(columnKey)))
    .digest('hex')

type Db = Pick<PrismaClient, 'importMapping'>

const SAMPLE = 50

export function matchedByName(noun: ImportedNoun, header: readonly string[], sample: readonly { cells: readonly string[] }[]): Mapping {
  const first = sample.slice(0, SAMPLE)
  const cellsOf = (column: number) => first.map(({ cells }) => cells[column] ?? '')
  const columns = matchColumns(noun, header, (column, field, isOurs) =>
    fitsField(noun, { field, name: header[column] ?? '', isOurs }, cellsOf(column)),
  )
  return { columns, fixed: {}, dots: {} }
}

/** The remembered mapping for such a header, else by names. */
export async function firstMapping(
  db: Db,
  noun: ImportedNoun,
  header: readonly string[],
  sample: readonly { cells: readonly string[] }[],
): Promise<Mapping> {
  const remembered = await db.importMapping.findUnique({ where: { noun_headerKey: { noun, headerKey: headerKey(header) } } })
  const kept = remembered && storedMapping(noun, header, remembered.mapping)
  return kept ? { ...kept, dots: {} } : matchedByName(noun, header, sample)
}

/** The oldest are dropped. */
const MOST_REMEMBERED = 500

export async function rememberMapping(db: Db, noun: ImportedNoun, header: readonly string[], { columns, fixed }: Mapping, now: Date) {
  const key = { noun, headerKey: headerKey(header) }
  const mapping = { columns, fixed, dots: {} }
  await db.importMapping.upsert({
    where: { noun_headerKey: key },
    create: { ...key, mapping, updatedAt: now },
    update: { mapping, updatedAt: now },
  })
  const old = await db.importMapping.findMany({
    where: { noun },
    orderBy: { updatedAt: 'desc' },
    skip: MOST_REMEMBERED,
    select: { headerKey: true },
  })
  if (old.length > 0) await db.importMapping.deleteMany({ where: { noun, headerKey: { in: old.map((each) => each.headerKey) } } })
}

/** @throws BAD_REQUEST */
export function givenMapping(
  noun: ImportedNoun,
  header: readonly string[],
  { columns, fixed }: { columns: (string | null)[]; fixed: Record<string, string> },
): Mapping {
  const fields = importFieldNames[noun]
  if (columns.length !== header.length) throw fieldError('validation_failed', 'columns', `The file has ${header.length} columns`)
  const used = columns.filter((field) => field !== null)
  const unknown = [...used, ...Object.keys(fixed)].find((field) => !fields.includes(field))
  if (unknown !== undefined) throw fieldError('validation_failed', 'columns', `There is no field ${unknown.slice(0, 60)}`)
  const twice = used.find((field, index) => used.indexOf(field) !== index)
  if (twice !== undefined) throw fieldError('validation_failed', 'columns', `Two columns cannot both be ${twice}`)
  if ('id' in fixed) throw fieldError('validation_failed', 'fixed', 'An id is of one record')
  return { columns, fixed: Object.fromEntries(Object.entries(fixed).filter(([, text]) => text.trim() !== '')), dots: {} }
}

export const filledFields = ({ columns, fixed }: Mapping): Set<string> =>
  new Set([...columns.filter((field) => field !== null), ...Object.keys(fixed)])

export function missingFields(noun: ImportedNoun, mapping: Mapping): string[] {
  const filled = filledFields(mapping)
  // Without a name, a product is called by maker and model.
  if (noun === 'products' && filled.has('model')) filled.add('name')
  return requiredFields[noun].filter((field) => !filled.has(field))
}
