import { mkdirSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { ensureTestBrowser } from './tools/chromium.mjs'
import { Refusal } from './tools/project.mjs'
import { stopWithNpm } from './tools/stop-with-npm.mjs'
import { check, load, playwright, reports, vitest } from './tools/suites.mjs'

/**
 * `npm test`: the gate, every check that a change has to pass. The quick ones run two at a time and the rest one after
 * the other. A failed step does not keep the next from running, so that one run shows all faults.
 *
 * `npm run test:full` does the same and then what is too long for each change: the tests tagged `full`, made-up inputs
 * with another seed each time, faults and load.
 *
 * The last line is `N passed, N failed`, which adds the tests of Vitest and Playwright and the scenarios of the load run
 * to one for each of the other steps. A test that passed at its second try (with `CI` set) has passed, and is named.
 *
 * `node scripts/test.mjs lint types` runs only the steps named.
 */

// The cache knows a file by its own content only, while the import law looks at others too: good enough
// while working, not for the last word.
const lintCache = process.env.CI ? [] : ['--cache', '--cache-location=node_modules/.cache/eslint/']

const withBuild = (suite) => async () => {
  await ensureTestBrowser()
  await build()
  return suite()
}

const steps = {
  lint: check(
    [
      ['oxlint/bin/oxlint', []],
      ['eslint/bin/eslint.js', ['.', '--max-warnings=0', ...lintCache]],
    ],
    200,
  ),
  format: check([['oxfmt/bin/oxfmt', ['--check']]], 120),
  unused: check([['knip/bin/knip.js', ['--no-progress']]], 120),
  // The compiler in its fast form; `typescript` itself is the one that programs can call, which other tools ask for.
  types: check([['typescript-native/bin/tsc', ['--noEmit', '--pretty', '-p', '.']]], 300),
  build: async () => {
    await build()
    return { passed: 1, failed: 0 }
  },
  vitest: vitest('vitest'),
  playwright: withBuild(playwright('playwright')),
}

/** Beyond the gate, in `npm run test:full` alone. */
const fullSteps = {
  'vitest-full': vitest('vitest-full', { env: { TEST_SUITE: 'full' } }),
  fuzz: vitest('fuzz', { args: ['tests/fuzz'], env: { FUZZ_RUNS: '4000' } }),
  'playwright-full': withBuild(playwright('playwright-full', { env: { TEST_SUITE: 'full' } })),
  load: withBuild(load),
}

const everyStep = { ...steps, ...fullSteps }

async function runStep(name) {
  console.log(`\n━━━ ${name} ${'━'.repeat(Math.max(0, 60 - name.length))}`)
  const started = Date.now()
  let counts
  try {
    counts = await everyStep[name]()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    counts = { passed: 0, failed: 1 }
  }
  const seconds = (Date.now() - started) / 1000
  console.log(`${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return { name, seconds, ...counts }
}

function summary(results) {
  console.log(`\n━━━ summary ${'━'.repeat(53)}`)
  for (const { name, seconds, passed, failed, flaky = [] } of results) {
    const counts = [`${passed} passed`.padStart(12), `${failed} failed`.padStart(12), `${seconds.toFixed(1)} s`.padStart(10)]
    console.log(`${name.padEnd(16)}${counts.join('')}${flaky.length > 0 ? `   ${flaky.length} flaky` : ''}`)
  }
  const flaky = results.flatMap((result) => result.flaky ?? [])
  for (const test of flaky) console.log(`flaky, passed at the second try: ${test}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}

function wantedSteps(args) {
  const full = args.includes('--full')
  const named = args.filter((argument) => argument !== '--full')
  const unknown = named.filter((name) => !(name in everyStep))
  if (unknown.length > 0) throw new Refusal(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(everyStep).join(', ')}.`)
  if (named.length > 0) return named
  return Object.keys(full ? everyStep : steps)
}

async function main() {
  const names = wantedSteps(process.argv.slice(2))
  rmSync(reports, { recursive: true, force: true })
  await prepare({ tests: true })
  mkdirSync(reports, { recursive: true })
  return runAll(names)
}

const looks = ['lint', 'format', 'unused', 'types']

/** What looks at the sources needs one core for as long as the build needs another, or half of it the other half; the rest needs all. */
async function runAll(names) {
  const named = (list) => list.filter((name) => names.includes(name))
  const lanes = names.includes('build') ? [looks, ['build']] : [['lint'], ['format', 'unused', 'types']]
  const first = await Promise.all(lanes.map((lane) => inTurn(named(lane))))
  return [...first.flat(), ...(await inTurn(names.filter((name) => !lanes.flat().includes(name))))]
}

async function inTurn(names) {
  const results = []
  for (const name of names) results.push(await runStep(name))
  return results
}

stopWithNpm()
try {
  summary(await main())
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  summary([{ name: 'prepare', seconds: 0, passed: 0, failed: 1 }])
}
