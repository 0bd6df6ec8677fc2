import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * One schema per input: the router, the form and the tests all take their types from it. Proven on a
 * copy of the sources, where a field of a schema is renamed in that one place and the type check must
 * then fail in all three.
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
    form: 'src/features/settings/',
  },
  {
    schema: 'the machine schema',
    file: 'src/contracts/machines.ts',
    declaration: 'baseValueGood: amountOrZero',
    renamed: 'baseValueDecent: amountOrZero',
    field: 'baseValueGood',
    form: 'src/features/machines/',
  },
]

let copy = ''
/** The type errors of the copy with every field renamed: one check for all of them, because each takes most of a minute. */
let errors: string[] = []

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'shop-types-'))
  for (const part of ['src', 'tests', 'prisma', 'scripts', 'tsconfig.json', 'package.json'])
    cpSync(part, join(copy, part), { recursive: true })
  writeFileSync(join(copy, 'next-env.d.ts'), '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n')
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  for (const { file, declaration, renamed } of renames) {
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    expect(source.split(declaration)).toHaveLength(2)
    writeFileSync(path, source.replace(declaration, renamed))
  }
  errors = typeErrors()
}, TYPE_CHECK_LIMIT)

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

/** The type errors of the copy, each with what explains it. */
function typeErrors(): string[] {
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--pretty', 'false', '-p', copy, '--tsBuildInfoFile', join(copy, 'types.tsbuildinfo')]
  const { stdout } = spawnSync(process.execPath, [compiler, ...flags], { cwd: copy, encoding: 'utf8', timeout: TYPE_CHECK_LIMIT })
  // An error starts at the margin with its place; what explains it is indented below.
  return stdout.split(/\n(?! )/)
}

describe('renaming a field in its schema breaks the type check in the router, the form and a test', () => {
  test.each(renames)('$schema', ({ field, form }) => {
    const broken = errors.filter((error) => error.includes(field)).flatMap((error) => /^(.+)\(\d+,\d+\): error TS/.exec(error)?.[1] ?? [])
    const startingWith = (folder: string) => expect.stringMatching(`^${folder}`) as string
    expect(broken).toContainEqual(startingWith('src/server/'))
    expect(broken).toContainEqual(startingWith(form))
    expect(broken).toContainEqual(startingWith('tests/'))
  })
})
