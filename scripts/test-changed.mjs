import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { prepare } from './prepare.mjs'
import { program, Refusal, root, runPackage } from './tools/project.mjs'

/**
 * `npm run test:changed`: types, the linters and the format of what the working tree changes against HEAD, and the tests near it:
 * changed ones, those that import a changed file, and those that bear the name of its noun. Quick rather than complete;
 * `npm test` has the last word.
 */

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

function changedFiles() {
  const changed = git('diff', '--name-only', '-z', '--diff-filter=d', 'HEAD')
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')])].sort()
}

const isCode = (path) => /\.(?:[mc]?[jt]s|tsx)$/.test(path)
const isTest = (path) => /^tests\/.*\.test\.tsx?$/.test(path)

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

/** Folders of src that hold all nouns, so that their names say nothing. */
const general = new Set([
  'src',
  'server',
  'features',
  'contracts',
  'api',
  'routers',
  'lib',
  'components',
  'ui',
  'pages',
  'admin',
  'http',
  'platform',
])

/** 'src/features/admin-trade-ins/columns.tsx' is of the noun 'trade-in'; 'src/contracts/orders.ts' of 'order'. */
function nounOf(path) {
  const parts = [...dirname(path).split('/'), basename(path).split('.')[0]]
  return parts
    .find((part) => !general.has(part))
    ?.replace(/^admin-/, '')
    .replace(/s$/, '')
}

/** @returns {string[]} the test files near what has changed */
function testsNear(changed) {
  const sources = changed.filter((path) => path.startsWith('src/') && isCode(path))
  const nouns = [...new Set(sources.map(nounOf))].filter((noun) => noun !== undefined && noun.length > 2)
  const bearsNoun = new RegExp(`/(?:\\S+-)?(?:${nouns.join('|')})s?[-.][^/]*$`)
  const names = sources.map((path) => `~/${path.slice('src/'.length).replace(/\.tsx?$/, '')}'`)
  const helpers = changed
    .filter((path) => path.startsWith('tests/') && !isTest(path) && isCode(path))
    .map((path) => basename(path).replace(/\.tsx?$/, ''))
  return filesUnder('tests').filter((path) => {
    if (!isTest(path)) return false
    if (changed.includes(path)) return true
    if (nouns.length > 0 && bearsNoun.test(path)) return true
    const text = readFileSync(join(root, path), 'utf8')
    return names.some((imported) => text.includes(imported)) || helpers.some((helper) => text.includes(`/${helper}'`))
  })
}

/** Programs that fail do not keep the next from running. */
async function inTurn(programs) {
  const codes = []
  for (const [path, args] of programs) codes.push(await runPackage(path, args))
  return codes
}

await program(async () => {
  if (!existsSync(join(root, '.git'))) throw new Refusal('What has changed is asked of git, and this is no checkout.')
  await prepare({ tests: true })
  const changed = changedFiles()
  if (changed.length === 0) return console.log('Nothing has changed.')
  const code = changed.filter(isCode)
  const tests = testsNear(changed)
  console.log(`${changed.length} changed files, ${tests.length} test files near them:${tests.map((path) => `\n  ${path}`).join('')}`)
  const looks = [
    ['oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]],
    ['typescript-native/bin/tsc', ['--noEmit', '--pretty', '-p', '.']],
  ]
  if (code.length > 0) {
    looks.push(['oxlint/bin/oxlint', code])
    const quick = ['--max-warnings=0', '--no-warn-ignored', '--cache', '--cache-location=node_modules/.cache/eslint/']
    looks.push(['eslint/bin/eslint.js', [...quick, ...code]])
  }
  // What looks at the sources needs one core; the tests have the other.
  const [looked, tested] = await Promise.all([inTurn(looks), tests.length > 0 ? runPackage('vitest/vitest.mjs', ['run', ...tests]) : 0])
  process.exitCode = [...looked, tested].every((exitCode) => exitCode === 0) ? 0 : 1
})
