// @module-tag full
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * One schema per input: the description of its fields, the server, the form and the tests all take their types
 * from it. Proven on the sources as they would be with a field of a schema renamed in that one place: the type
 * check must then fail wherever the field is named.
 */

const SECONDS = 1000
const TYPE_CHECK_LIMIT = 180 * SECONDS

const renames = [
  {
    schema: 'a settings schema',
    file: 'src/contracts/site/settings.ts',
    declaration: "hero_description: required('Hero description is required')",
    renamed: "hero_words: required('Hero description is required')",
    field: 'hero_description',
    // The router and the tabs derive from the schemas: what names a field is its look, and the page that shows it.
    places: ['src/features/site/settings/', 'src/features/site/home/', 'tests/'],
  },
  {
    schema: 'the machine schema',
    file: 'src/contracts/catalogue/machines.ts',
    declaration: 'baseValueGood: amountOrZero',
    renamed: 'baseValueDecent: amountOrZero',
    field: 'baseValueGood',
    // The form, the history, the comparison, the CSV column and the import derive from the description.
    places: ['src/contracts/catalogue/machine-fields.ts', 'src/server/', 'tests/'],
  },
]

const root = resolve('.')

/** The project's program as it is, but for the files given by their absolute path. */
function programWith(changed: ReadonlyMap<string, string>): ts.Program {
  const { config } = ts.readConfigFile(resolve('tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: unknown }
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  host.readFile = (path) => changed.get(path) ?? readFile(path)
  return ts.createProgram(fileNames, options, host)
}

/** The program with every field renamed: one for all of them, because reading the sources takes long. */
let program: ts.Program

beforeAll(() => {
  const changed = renames.map(({ file, declaration, renamed }): [string, string] => {
    const source = readFileSync(file, 'utf8')
    expect(source.split(declaration)).toHaveLength(2)
    return [resolve(file), source.replace(declaration, renamed)]
  })
  program = programWith(new Map(changed))
}, TYPE_CHECK_LIMIT)

/** The files with a type error that names the field; only a file that names it can have one. */
function brokenBy(field: string): string[] {
  return program
    .getSourceFiles()
    .filter(({ fileName, text }) => !fileName.includes('/node_modules/') && text.includes(field))
    .filter((file) => {
      const errors = program.getSemanticDiagnostics(file)
      return errors.some(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').includes(field))
    })
    .map(({ fileName }) => fileName.slice(root.length + 1))
}

describe('renaming a field in its schema breaks the type check wherever it is named, and in a test', () => {
  test.each(renames)(
    '$schema',
    ({ field, places }) => {
      const broken = brokenBy(field)
      for (const place of places) expect(broken).toContainEqual(expect.stringMatching(`^${place}`))
    },
    TYPE_CHECK_LIMIT,
  )
})
