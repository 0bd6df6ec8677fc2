// @module-tag full
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * One schema per input: the router, the form and the tests all take their types from it. Proven on the
 * sources as they would be with a field of a schema renamed in that one place: the type check must then
 * fail in all three.
 */

const SECONDS = 1000
const TYPE_CHECK_LIMIT = 180 * SECONDS

const renames = [
  {
    schema: 'a settings schema',
    file: 'src/contracts/settings.ts',
    declaration: "hero_title: required('Hero title is required')",
    renamed: "hero_heading: required('Hero title is required')",
    field: 'hero_title',
    form: 'src/features/admin-settings/',
  },
  {
    schema: 'the machine schema',
    file: 'src/contracts/machines.ts',
    declaration: 'baseValueGood: amountOrZero',
    renamed: 'baseValueDecent: amountOrZero',
    field: 'baseValueGood',
    form: 'src/features/admin-machines/',
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

describe('renaming a field in its schema breaks the type check in the router, the form and a test', () => {
  test.each(renames)(
    '$schema',
    ({ field, form }) => {
      const broken = brokenBy(field)
      const startingWith = (folder: string) => expect.stringMatching(`^${folder}`) as string
      expect(broken).toContainEqual(startingWith('src/server/'))
      expect(broken).toContainEqual(startingWith(form))
      expect(broken).toContainEqual(startingWith('tests/'))
    },
    TYPE_CHECK_LIMIT,
  )
})
