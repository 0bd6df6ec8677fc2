// @module-tag full
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * A record type stands once, in `records`. Proven on the sources with one more in that table: code that
 * must know it fails to compile until it does, and code that follows from the table by type has it already.
 */

const TYPE_CHECK_LIMIT = 180_000

const TABLE = 'src/contracts/records.ts'
const FIRST = 'export const records = {\n'
const NEW = `${FIRST}  offers: {
    one: 'offer', many: 'offers', table: 'offers', route: 'offers', auditSubject: 'offer', readBy: [], isImported: true, status: null,
  },
  rentals: {
    one: 'rental', many: 'rentals', table: 'rentals', route: 'rentals', auditSubject: 'rental', readBy: [], isImported: false,
    status: { statuses: orderStatuses, type: 'rental_status', number: 'rental_number' },
  },
`

/** Files that must know a new record type: how it is found, shown, exported and imported, and its router. */
const mustKnow = [
  'src/contracts/office/imports.ts',
  'src/server/office/import/import-target.ts',
  'src/server/office/record-lists.ts',
  'src/trpc/use-live-queries.ts',
]

/** The one with a status needs its router beside these. */
const mustHaveRouter = 'src/trpc/use-status-records.ts'

/** The rest follows by itself. */
const FOLLOWS = 'src/contracts/follows.ts'
const follows = `
import { auditSubjects } from './audit'
import { liveTables, type LiveTable } from './streams'
import { historyInput, type AuditSubject } from './audit'
import type { FoundRecord } from './office/search'
import { importNoun } from './office/imports'
import { importedNouns, type ImportedNoun, type Noun } from './records'
import { viewScreens, type ViewScreen } from './office/views'

export const noun: Noun = 'offers'
export const table: LiveTable = 'offers'
export const subject: AuditSubject = 'offer'
export const screen: ViewScreen = 'offers'
export const found: FoundRecord['noun'] = 'offers'
export const imported: ImportedNoun = 'offers'
export const lists = { auditSubjects, liveTables, viewScreens, importedNouns, historyInput, importNoun }
`

const root = resolve('.')
let program: ts.Program

beforeAll(() => {
  const source = readFileSync(TABLE, 'utf8')
  expect(source.split(FIRST)).toHaveLength(2)
  const changed = new Map([
    [resolve(TABLE), source.replace(FIRST, NEW)],
    [resolve(FOLLOWS), follows],
  ])
  const { config } = ts.readConfigFile(resolve('tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: unknown }
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = ts.sys
  host.readFile = (path) => changed.get(path) ?? readFile(path)
  host.fileExists = (path) => changed.has(path) || fileExists(path)
  program = ts.createProgram([...fileNames, resolve(FOLLOWS)], options, host)
}, TYPE_CHECK_LIMIT)

const errorsOf = (path: string) => {
  const file = program.getSourceFile(resolve(path))
  if (!file) return [`There is no file ${path}`]
  return program.getSemanticDiagnostics(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('two nouns more in the table of records, one of which has a status', () => {
  test.each(mustKnow)(
    'is asked for by %s',
    (path) => {
      expect(errorsOf(path)).toContainEqual(expect.stringContaining('offers'))
    },
    TYPE_CHECK_LIMIT,
  )

  test(
    'is known to every closed list that follows from it',
    () => {
      expect(errorsOf(FOLLOWS)).toEqual([])
      expect(errorsOf('src/server/api/routers/audit.ts')).toEqual([])
      expect(errorsOf('src/server/platform/lists/counts.ts')).toEqual([])
      expect(errorsOf('src/features/office/shell/commands.ts')).toEqual([])
      expect(errorsOf('src/server/office/dashboard/attention.ts')).toEqual([])
      expect(errorsOf(mustHaveRouter)).toContainEqual(expect.stringContaining('rentals'))
    },
    TYPE_CHECK_LIMIT,
  )
})
