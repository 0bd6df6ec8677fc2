import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import knipConfig from '../../knip.config'
import { appRouter } from '~/server/api/root'
import { arrows } from '../../scripts/tools/import-law.mjs'

const run = promisify(execFile)

/** The laws of eslint.config.js and scripts/tools/import-law.mjs, tried on code that is not there. */
const eslint = new ESLint()

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'syntax'}: ${message}`)
}

const dependency = (belongs: string) => expect.stringMatching(new RegExp(`^boundaries/dependencies: .*${belongs}`)) as string

// The gate's linter holds all files to it; that it refuses what it must is asked where the law itself changes.
describe('the import law', { tags: ['full'] }, () => {
  test.each([
    ['contracts', 'src/contracts/new.ts', "import { cn } from '~/lib/cn'", 'contracts/ imports zod and its siblings'],
    ['contracts', 'src/contracts/new.ts', "import { clsx } from 'clsx'", 'contracts/ imports zod and its siblings'],
    ['contracts by a relative path', 'src/contracts/new.ts', "import { cn } from '../lib/cn'", 'contracts/ imports zod and its siblings'],
    ['lib', 'src/lib/new.ts', "import { Button } from '~/components/ui/button'", 'belongs in components/'],
    ['lib', 'src/lib/new.ts', "import { readFile } from 'node:fs/promises'", 'what needs Node or data in server/'],
    ['content', 'src/content/new.ts', "import { paths } from '~/lib/paths'", 'imports nothing'],
    ['components', 'src/components/ui/new.ts', "import { openDatabase } from '~/server/platform/database/database'", 'know no subject'],
    ['components', 'src/components/ui/new.ts', "import type { MachineInput } from '~/contracts/catalogue/machines'", 'know no subject'],
    ['components', 'src/components/ui/new.ts', "import { defaultSettings } from '~/contracts/site/settings'", 'know no subject'],
    [
      'components, when loaded late',
      'src/components/ui/new.ts',
      "export const late = () => import('~/server/platform/database/database')",
      'know no subject',
    ],
    [
      'a feature',
      'src/features/site/new.ts',
      "import { openDatabase } from '~/server/platform/database/database'",
      'never the insides of another feature nor the server',
    ],
    ['a feature', 'src/features/site/new.ts', "import type { Env } from '~/env'", 'never the insides of another feature nor the server'],
    ['the client', 'src/trpc/new.ts', "import { openDatabase } from '~/server/platform/database/database'", 'the types of server/'],
    ['a subject', 'src/server/office/new.ts', "import { Button } from '~/components/ui/button'", 'and never UI'],
    ['a subject', 'src/server/office/new.ts', "import { appRouter } from '~/server/api/root'", 'not the API nor HTTP'],
    ['a subject', 'src/server/office/new.ts', "import { adminPage } from '~/server/http/pages/page-guards'", 'not the API nor HTTP'],
    ['a subject', 'src/server/office/new.ts', "import { createServices } from '~/server/create-services'", 'not the API nor HTTP'],
    ['the platform', 'src/server/platform/new.ts', "import { listUsers } from '~/server/identity/users/users'", 'knows no subject'],
    ['the platform', 'src/server/platform/new.ts', "import type { Order } from '~/contracts/stock/orders'", 'knows no subject'],
    ['the platform', 'src/server/platform/jobs/new.ts', "import type { Services } from '~/server/services'", 'knows no subject'],
    ['the API', 'src/server/api/routers/new.ts', "import { createGauges } from '~/server/http/gauges'", 'not HTTP nor UI'],
    ['HTTP', 'src/server/http/new.ts', "import { Button } from '~/components/ui/button'", 'never UI'],
    ['the services', 'src/server/services.ts', "import { Outbox } from '~/server/platform/outbox/outbox'", 'by types alone'],
    ['a page', 'src/pages/new.tsx', "import { Broadcaster } from '~/server/platform/streams/broadcaster'", 'the insides of streams/'],
    ['the API', 'src/server/api/new.ts', "import { Broadcaster } from '~/server/platform/streams/broadcaster'", 'the insides of streams/'],
    ['HTTP', 'src/server/http/new.ts', "import { sendCached } from './response-cache/cached-response'", 'the insides of response-cache/'],
    ['anyone but a page', 'src/features/site/new.ts', "import App from '~/pages/_app'", 'never the insides of another feature'],
  ])('%s may not: %s has %s', async (_who, file, code, belongs) => {
    expect(await complaints(file, code)).toContainEqual(dependency(belongs))
  })

  test.each([
    ['src/contracts/new.ts', "import * as z from 'zod'\nimport { rowId } from './fields'"],
    ['src/lib/new.ts', "import { clsx } from 'clsx'\nimport { machineName } from '~/contracts/catalogue/machines'"],
    [
      'src/components/ui/new.ts',
      "import { listInput } from '~/contracts/list-page'\nimport type { SiteSettings } from '~/contracts/site/settings'",
    ],
    [
      'src/features/site/new.ts',
      "import { Button } from '~/components/ui/button'\nimport { machineName } from '~/contracts/catalogue/machines'",
    ],
    ['src/features/site/new.ts', "import { Button } from '../../components/ui/button'"],
    [
      'src/server/platform/new.ts',
      "import { rowId } from '~/contracts/fields'\nimport { createStreams } from '~/server/platform/streams/streams'",
    ],
    ['src/server/platform/streams/new.ts', "import { Broadcaster } from './broadcaster'"],
    [
      'src/server/office/new.ts',
      "import { listUsers } from '~/server/identity/users/users'\nimport type { Services } from '~/server/services'",
    ],
    ['src/server/services.ts', "import type { Outbox } from '~/server/platform/outbox/outbox'"],
    ['src/server/create-services.ts', "import { Outbox } from '~/server/platform/outbox/outbox'"],
    ['src/server/api/routers/new.ts', "import { listUsers } from '~/server/identity/users/users'"],
    [
      'src/server/http/new.ts',
      "import { appRouter } from '~/server/api/root'\nimport { openResponseCache } from './response-cache/response-cache'",
    ],
    ['src/trpc/new.ts', "import type { openDatabase } from '~/server/platform/database/database'"],
    ['src/server/office/new.ts', "import { env } from '~/env'\nimport { readFile } from 'node:fs/promises'"],
    ['src/pages/new.ts', "import { openDatabase } from '~/server/platform/database/database'"],
  ])('%s may: %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([])
  })

  test('a feature may not import another feature, and may import itself', async () => {
    const code = "import { anything } from '~/features/site/settings/settings-screen'"
    expect(await complaints('src/features/catalogue/new.ts', code)).toContainEqual(dependency('never the insides of another feature'))
    expect(await complaints('src/features/site/new.ts', code)).toEqual([])
  })

  test.each([
    ['src/server/credit/new.ts', "import { readOwed } from '~/server/billing/invoices/read-owed'", 'credit knows identity, catalogue'],
    ['src/server/stock/new.ts', "import { caseKinds } from '~/server/cases/kinds/case-kinds'", 'stock knows'],
    ['src/server/cases/base/new.ts', "import { caseKinds } from '~/server/cases/kinds/case-kinds'", 'know of a case'],
    ['src/server/site/settings/new.ts', "import { networkOf } from '~/server/identity/auth/limits'", 'reads of the site'],
    ['src/server/platform/records/new.ts', "import { readOwed } from '~/server/billing/invoices/read-owed'", 'never a subject'],
    ['src/contracts/credit/new.ts', "import type { Owed } from '~/contracts/billing/owed'", 'credit knows none'],
    [
      'src/contracts/new.ts',
      "import type { Owed } from '~/contracts/billing/owed'",
      'What knows a subject belongs in contracts/<subject>/',
    ],
    ['src/features/credit/new.ts', "import { ToPay } from '~/features/billing/bill-parts'", 'credit knows none'],
    ['src/features/cases/new.ts', "import { BillSection } from '~/features/billing/office/bill-section'", 'the insides of another feature'],
  ])('%s may not: %s', async (file, code, belongs) => {
    expect(await complaints(file, code)).toContainEqual(dependency(belongs))
  })

  test.each([
    ['src/server/billing/new.ts', "import { creditAccountListing } from '~/server/credit/list-accounts'"],
    ['src/server/stock/new.ts', "import { presentCase } from '~/server/cases/base/customer-case'"],
    ['src/server/identity/new.ts', "import { readSettings } from '~/server/site/settings/read-settings'"],
    ['src/features/cases/new.ts', "import { CollectDialog } from '~/features/billing/bill-parts'"],
  ])('%s may: %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([])
  })

  test.each(['src/helpers/new.ts', 'src/server/invented/new.ts', 'src/features/invented/new.ts'])('%s is refused', async (file) => {
    const found = await complaints(file, "import { rowId } from '~/contracts/fields'\nexport const answer = rowId")
    expect(found).toContainEqual(expect.stringMatching(/^boundaries\//))
  })
})

test.each(Object.entries(arrows))(
  'subjects of %s know each other in no circle',
  (_floor, known: Readonly<Record<string, readonly string[]>>) => {
    const above = (subject: string, path: readonly string[]): void => {
      expect(path).not.toContain(subject)
      for (const other of known[subject] ?? []) above(other, [...path, subject])
    }
    for (const subject of Object.keys(known)) above(subject, [])
  },
)

test('there is a file for each router, named as it', () => {
  const files = readdirSync('src/server/api/routers').map((file) => file.replace(/\.ts$/, ''))
  expect(files.toSorted()).toEqual(Object.keys(appRouter._def.record).toSorted())
})

test('modules may not import each other in a circle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'circle-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('package.json', JSON.stringify({ name: 'circle' }))
  write('knip.json', JSON.stringify({ include: knipConfig.include, rules: knipConfig.rules, entry: ['one.ts'] }))
  write('tsconfig.json', JSON.stringify({ compilerOptions: { paths: { '~/*': ['./*'] } } }))
  write('one.ts', "import { two } from './two'\nexport const one = () => two\n")
  write('two.ts', "import { one } from '~/one'\nexport const two = () => one\n")
  // That nothing is found where there is none, the whole project shows (`npm run validate`).
  const knip = run(process.execPath, [resolve('node_modules/knip/bin/knip.js'), '--directory', folder])
  await expect(knip).rejects.toMatchObject({ stdout: expect.stringContaining('Circular dependencies (1)') as string })
  rmSync(folder, { recursive: true })
})

describe('the rules of the house', () => {
  test.each([
    ['export const port = process.env.PORT', /no-restricted-syntax: Read the environment through `env`/],
    ["export const port = process.env['PORT']", /no-restricted-syntax: Read the environment through `env`/],
    ['export const { env } = process', /no-restricted-syntax: Read the environment through `env`/],
    ["import { env } from 'node:process'\nexport const port = env.PORT", /no-restricted-imports: .*Read the environment through `env`/],
    ["import { z } from 'zod'\nexport const text = z.string()", /no-restricted-syntax: Write `import \* as z from 'zod'`/],
    ["export { openDatabase } from '~/server/platform/database/database'", /no-restricted-syntax: No barrels/],
    ["export * from '~/server/platform/database/database'", /no-restricted-syntax: No barrels/],
    ['export default 42', /no-restricted-exports/],
    ['export const phone = /^[\\d ]*x?[\\d]*$/', /regexp\/no-super-linear-backtracking/],
    ["export const trimmed = (text: string) => text.replace(/ +$/, '')", /regexp\/no-super-linear-move/],
    ['export const named = (name: string) => new RegExp(`^${name}$`)', /no-restricted-syntax: Write the expression as a literal/],
    ['// TODO later\nexport const answer = 42', /no-warning-comments/],
    ['// oxlint-disable-next-line eqeqeq\nexport const odd = (n: number) => n == 1', /no-warning-comments: .*'oxlint-disable'/],
    ['export const odd = (n: number) => n == 1 // eslint-disable-line eqeqeq', /no-warning-comments: .*'eslint-disable'/],
  ])('refused: %s', async (code, complaint) => {
    expect(await complaints('src/server/new.ts', code)).toContainEqual(expect.stringMatching(complaint))
  })

  test('that need types are tried by oxlint', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'typed-'))
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, target: 'es2023', types: [] } }))
    const cases = [
      ['export const rest: any = 42', 'no-explicit-any'],
      ['export const odd = (n: number) => n == 1', 'eqeqeq'],
      ['export const odd = (work: () => Promise<void>) => { work() }', 'no-floating-promises'],
      ['export const odd = (text: string) => JSON.parse(text).name', 'no-unsafe-'],
      ['export const odd = (list: string[]) => list.find(Boolean)!', 'no-non-null-assertion'],
      ["export const odd = (kind: 'a' | 'b') => { switch (kind) { case 'a': return 1 } }", 'switch-exhaustiveness-check'],
      ["export const odd = (text: string) => text ?? ''", 'no-unnecessary-condition'],
      ['/** @deprecated */ const old = () => 1\nexport const odd = () => old()', 'no-deprecated'],
    ] as const
    for (const [index, [code]] of cases.entries()) writeFileSync(join(folder, `odd-${index}.ts`), code)
    mkdirSync(join(folder, 'tests'))
    writeFileSync(join(folder, 'tests/odd.ts'), "import { median } from '../lab/measured'\nexport const odd = median([1])")
    writeFileSync(join(folder, 'even.ts'), 'export const even = (n: number) => n % 2 === 0')
    const { stdout } = await run(process.execPath, [resolve('node_modules/oxlint/bin/oxlint'), '--format=unix'], {
      cwd: folder,
      env: { ...process.env, OXLINT_TSGOLINT_PATH: resolve('node_modules/.bin/tsgolint') },
    }).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error))
    const complaintsOf = (name: string) => stdout.split('\n').filter((line) => line.includes(name))
    for (const [index, [code, rule]] of cases.entries())
      expect(complaintsOf(`odd-${index}.ts`), code).toContainEqual(expect.stringContaining(rule))
    expect(complaintsOf('tests/odd.ts')).toContainEqual(expect.stringContaining('(no-restricted-imports)'))
    expect(complaintsOf('even.ts')).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('no comment in a test switches one off', () => {
    // In every other file ESLint looks for them; this one has them as texts.
    const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    expect(files.length).toBeGreaterThan(100)
    const found = files.filter((name) => /(?:oxlint|eslint)-(?:disable|enable)/.test(readFileSync(join('tests', name), 'utf8')))
    expect(found).toEqual(['tooling/import-law.test.ts'])
  })

  test('files are named in kebab-case', async () => {
    expect(await complaints('src/server/NewThing.ts', 'export const answer = 42')).toEqual([
      'project/kebab-case-files: Name the file in kebab-case: NewThing.ts',
    ])
  })

  test.each([
    ['src/server/new.ts', "export const isProduction = process.env.NODE_ENV === 'production'"],
    ['src/env.ts', 'export const port = process.env.PORT'],
    ['src/pages/new.tsx', 'export default function Page() {\n  return null\n}'],
    ['src/pages/api/trpc/[trpc].ts', 'export default function handler() {\n  return null\n}'],
    ['scripts/new.mjs', 'export const port = process.env.PORT'],
  ])('accepted in %s: %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([])
  })
})
