// @module-tag full
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * A kind of case stands in few places. Proven on a copy of all sources with one more kind, 'returns', among the record types: the compiler
 * names the places that need it, and when each of them has a twin of the line for repairs, it asks for nothing else. The
 * screens of the kind itself are new files.
 */

const LIMIT = 600_000

/** The names of the kind, and its router, which is the one of repairs here. */
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
  ['src/server/api/root.ts', '  repairs: repairsRouter,\n', '  repairs: repairsRouter,\n  returns: repairsRouter,\n'],
  ['src/contracts/identity/api-keys.ts', "  repairs: 'Repairs',\n", "  repairs: 'Repairs',\n  returns: 'Returns',\n"],
  [
    'src/contracts/office/webhooks.ts',
    'export const webhookEvents = {\n',
    `export const webhookEvents = {
  'return.created': { label: 'New returns', router: 'returns' },
  'return.changed': { label: 'Changes of returns', router: 'returns' },
  'return.status_changed': { label: 'Statuses of returns', router: 'returns' },
`,
  ],
]

/** Files that tell of the kind itself. */
const mustKnow = {
  'the title of its cases': 'src/contracts/cases/cases.ts',
  'its statuses, and which are told by email': 'src/contracts/cases/emails.ts',
  'what the desk does next': 'src/contracts/cases/next-step.ts',
  'the document that its customer answers': 'src/contracts/cases/documents.ts',
  'its table': 'src/server/cases/base/case-standing.ts',
  'the kind, which says all else': 'src/server/cases/kinds/case-kinds.ts',
  'its words': 'src/server/cases/kinds/kind-words.ts',
  'its prices': 'src/server/cases/quotes/quote-kinds.ts',
  'the receipts of its answers': 'src/server/cases/quotes/answer-email-templates.ts',
  'its addresses': 'src/lib/paths.ts',
  'its CSV file and its search': 'src/server/office/record-lists.ts',
  'the kind on the screens of the desk': 'src/features/cases/office/kinds.ts',
  'its prices there': 'src/features/cases/office/quote-kinds.ts',
  'its fields in a history': 'src/features/cases/office/history.ts',
  'the kind on the screens of its customers': 'src/features/cases/customer/kinds.ts',
}

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

const isMissing = ({ message }: Failure) => message.includes("Property 'returns' is missing")

/**
 * Gives the new kind what repairs have in the object that lacks it: the one that the variable of the error is made with. One that is made
 * of another variable gets it with that.
 */
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
  if (value && ts.isIdentifier(value)) return
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
  cpSync('src', fileIn('src'), { recursive: true })
  writeFileSync(fileIn('src/images.d.ts'), '/// <reference types="next/image-types/global" />')
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
  for (let missing = errors.filter(isMissing), round = 0; missing.length > 0 && round < 5; missing = errors.filter(isMissing), round++) {
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
  test('is asked for where its table, its kind, its prices and its words are said, on every floor, and nowhere else', () => {
    expect([...asked].sort()).toEqual(Object.values(mustKnow).sort())
  })

  test('needs nothing else', () => {
    expect(rest).toEqual([])
  })
})
