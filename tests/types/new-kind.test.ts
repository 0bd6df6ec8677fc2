// @module-tag full
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * A kind of case is said in few places. Proven on the server's sources, with the contracts and helpers that it imports, as they would be
 * with one kind more, 'returns', among the nouns and in the table of records: the compiler names where it must be told of, and when each
 * of those places has a twin of what stands there for repairs, nothing else is asked for.
 */

const LIMIT = 600_000

/** The tuple of kinds, and what is said of every noun. */
const said: readonly [path: string, before: string, after: string][] = [
  [
    'src/contracts/cases/cases.ts',
    "caseNouns = ['repairs', 'tradeIns'] as const",
    "caseNouns = ['repairs', 'tradeIns', 'returns'] as const",
  ],
  [
    'src/contracts/records.ts',
    'export const records = {\n',
    `export const records = {
  returns: {
    one: 'return', many: 'returns', table: 'returns', route: 'returns', auditSubject: 'return', readBy: ['cases'], isImported: false,
    status: { statuses: repairStatuses, type: 'repair_status', number: 'return_number' },
  },
`,
  ],
]

/** Files that tell of the kind itself. */
const mustKnow = {
  'its statuses, and which are told by email': 'src/contracts/cases/emails.ts',
  'what its customer is sent to be answered': 'src/contracts/cases/documents.ts',
  'its table': 'src/server/cases/standing.ts',
  'the column of its messages': 'src/server/cases/unread.ts',
  'its prices in its history': 'src/server/cases/timeline.ts',
  'the kind, which says all else': 'src/server/cases/kinds/kinds.ts',
  'its words': 'src/server/cases/kinds/words.ts',
  'its words where a customer answers': 'src/server/cases/customer/answer.ts',
  'its words where nobody answers': 'src/server/cases/customer/reminders.ts',
  'where it is asked for': 'src/lib/paths.ts',
  'its CSV file': 'src/server/office/export/exporters.ts',
}

/** A copy of what the server is made of; screens follow its types. */
const copy = mkdtempSync(join(tmpdir(), 'new-kind-'))
const fileIn = (path: string) => join(copy, path)

interface Failure {
  path: string
  /** From 1, as is `column`. */
  line: number
  column: number
  message: string
}

/** The compiler in its fast form: a run of it takes a few seconds where nothing else runs. */
function errorsNow(): Failure[] {
  const compiler = resolve('node_modules/typescript-native/bin/tsc')
  const { stdout, error } = spawnSync(process.execPath, [compiler, '-p', copy, '--noEmit', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (error) throw error
  return stdout.split('\n').flatMap((text) => {
    const [, path, line, column, message] = /^(\S+)\((\d+),(\d+)\): error (.*)$/.exec(text) ?? []
    if (path === undefined) return []
    return { path, line: Number(line), column: Number(column), message: message ?? '' }
  })
}

const isMissing = ({ message }: Failure) => message.includes("Property 'returns' is missing") || /TS1360: .*satisf/.test(message)

/** Gives the new kind what repairs have in the object that lacks it: the one that the variable of the error is made with. */
function supply({ path, line, column, message }: Failure): void {
  const text = readFileSync(fileIn(path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const start = file.getPositionOfLineAndCharacter(line - 1, column - 1)
  let found: ts.VariableDeclaration | undefined
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end <= start) return
    if (ts.isVariableDeclaration(node)) found = node
    ts.forEachChild(node, visit)
  }
  visit(file)
  let value = found?.initializer
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression
  const object = value && ts.isObjectLiteralExpression(value) ? value : undefined
  const twin = object?.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === 'repairs')
  if (!object || !twin) throw new Error(`There is nothing of repairs at ${path}: ${message}`)
  const at = object.getStart(file) + 1
  const theirs = ts.isPropertyAssignment(twin) ? twin.initializer.getText(file) : 'repairs'
  writeFileSync(fileIn(path), `${text.slice(0, at)} returns: ${theirs},${text.slice(at)}`)
}

const asked = new Set<string>()
let rest: string[]

beforeAll(() => {
  for (const part of ['contracts', 'lib', 'server', 'generated', 'types', 'env.ts', 'env-values.ts'])
    cpSync(join('src', part), fileIn(join('src', part)), { recursive: true })
  symlinkSync(resolve('node_modules'), fileIn('node_modules'))
  const settings = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { paths: { '~/*': ['./src/*'] }, incremental: false },
    include: ['src'],
  }
  writeFileSync(fileIn('tsconfig.json'), JSON.stringify(settings))
  for (const [path, before, after] of said) {
    const source = readFileSync(path, 'utf8')
    expect(source.split(before)).toHaveLength(2)
    writeFileSync(
      fileIn(path),
      source.replace(before, () => after),
    )
  }
  let errors = errorsNow()
  for (let missing = errors.filter(isMissing); missing.length > 0; missing = errors.filter(isMissing)) {
    // From the end of a file to its beginning: places before stay where they are.
    for (const error of missing.toSorted((one, other) => other.line - one.line)) {
      asked.add(error.path)
      supply(error)
    }
    errors = errorsNow()
  }
  rest = errors.map(({ path, line, message }) => `${path}:${line} ${message}`)
}, LIMIT)

afterAll(() => rmSync(copy, { recursive: true }))

describe('a third kind of case', () => {
  test('is asked for where its table, its kind, its prices and its words are said, and nowhere else', () => {
    expect([...asked].sort()).toEqual(Object.values(mustKnow).sort())
  })

  test('needs nothing else', () => {
    expect(rest).toEqual([])
  })
})
