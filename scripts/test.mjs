import { mkdirSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { ensureTestBrowser } from './tools/chromium.mjs'
import { Refusal } from './tools/project.mjs'
import { stopWithNpm } from './tools/stop-with-npm.mjs'
import { check, load, playwright, reports, vitest } from './tools/suites.mjs'

/**
 * `npm test`: the gate, every check that a change has to pass, two at a time: what looks at the sources and the tests of Vitest
 * beside the build and the tests of browsers. A failed step does not keep the next from running, so that one run shows all faults.
 *
 * `npm run test:full` does the same, one step after the other, with what is too long for each change: the tests tagged `full` too,
 * more made-up inputs with another seed each time, and then faults and load.
 *
 * The last line is `N passed, N failed`, which adds the tests of Vitest and Playwright and the scenarios of the load run
 * to one for each of the other steps. A test that passed at its second try (with `CI` set) has passed, and is named
 * in the summary, as is each that failed, with its error.
 *
 * `node scripts/test.mjs lint types` runs only the steps named, `node scripts/test.mjs --full load` those of the full run.
 */

// The cache knows a file by its own content only, while the import law looks at others too: good enough
// while working, not for the last word.
const lintCache = process.env.CI ? [] : ['--cache', '--cache-location=node_modules/.cache/eslint/']

const withBuild = (suite) => async () => {
  await ensureTestBrowser()
  await build()
  return suite()
}

/**
 * Tests wait now and then, for a timer or for a browser: so many workers keep two cores at work. Browsers go first: what they must
 * show within a second is nothing that a crowded machine should decide. What runs beside them has one worker, and the tests of the API
 * no more than they need, because each new one takes ten seconds of a processor to load what it runs and to run it fast.
 */
const BESIDE = { api: { workers: 3, niceness: 5 }, components: { workers: 1, niceness: 5 }, playwright: { workers: 2 } }

/** The type checkers are written in Go and end before collecting garbage pays off: that would be a quarter of their work (3 GB). */
const WITHOUT_GARBAGE_COLLECTION = { GOGC: 'off' }

const steps = {
  lint: check(
    [
      // With what the compiler says: its rules have asked for most types already, which the compiler by itself makes a second time.
      ['oxlint/bin/oxlint', ['--type-check']],
      // Tests are in no layer; what else it wants of them oxlint has too, and reading them would be a third of its time.
      ['eslint/bin/eslint.js', ['.', '--ignore-pattern=tests/', '--max-warnings=0', ...lintCache]],
    ],
    200,
    WITHOUT_GARBAGE_COLLECTION,
  ),
  format: check([['oxfmt/bin/oxfmt', ['--check']]], 120),
  unused: check([['knip/bin/knip.js', ['--no-progress']]], 120),
  // By name alone, because the linter says the same; quicker while working. The compiler in its fast form: `typescript` itself is the
  // one that programs can call, which other tools ask for.
  // One checker: several make each type several times, which costs more than the second processor brings beside the build.
  types: check([['typescript-native/bin/tsc', ['--noEmit', '--pretty', '--checkers', '1', '-p', '.']]], 300, WITHOUT_GARBAGE_COLLECTION),
  build: async () => {
    await build()
    return { passed: 1, failed: 0 }
  },
  components: vitest(['unit', 'components'], BESIDE.components),
  api: vitest(['api'], BESIDE.api),
  playwright: withBuild(playwright(BESIDE.playwright)),
}

/** Thousands of random histories on two database engines take more than an hour on two cores. */
const everything = { env: { TEST_SUITE: 'full', FUZZ_RUNS: '4000' }, limitSeconds: 2.5 * 60 * 60 }

/** `npm run test:full`: the same with all tests, and what has no place in the gate at all. */
const fullSteps = {
  ...steps,
  components: vitest(['unit', 'components'], { ...everything, ...BESIDE.components }),
  api: vitest(['api', 'alone'], { ...everything, ...BESIDE.api }),
  playwright: withBuild(playwright({ ...everything, ...BESIDE.playwright })),
  load: withBuild(load),
}

async function runStep(name, run) {
  console.log(`\n━━━ ${name} ${'━'.repeat(Math.max(0, 60 - name.length))}`)
  const started = Date.now()
  let counts
  try {
    counts = await run()
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
  for (const test of results.flatMap((result) => result.failures ?? [])) console.log(`failed: ${test}`)
  for (const test of results.flatMap((result) => result.flaky ?? [])) console.log(`flaky, passed at the second try: ${test}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}

async function main() {
  const args = process.argv.slice(2)
  const known = args.includes('--full') ? fullSteps : steps
  const named = args.filter((argument) => argument !== '--full')
  const unknown = named.filter((name) => !(name in known))
  if (unknown.length > 0) throw new Refusal(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(known).join(', ')}.`)
  const due = Object.entries(known).filter(([name]) => (named.length === 0 ? !byNameAlone.includes(name) : named.includes(name)))
  rmSync(reports, { recursive: true, force: true })
  // Asks first for everything that the last step needs, before half an hour of others.
  await prepare({ tests: true, lab: due.some(([name]) => name === 'load') })
  mkdirSync(reports, { recursive: true })
  return runAll(due, known === fullSteps)
}

const looks = ['lint', 'format', 'unused', 'types']

/** Not among the steps of a run that names none. */
const byNameAlone = ['types']

/**
 * Two lanes for two cores. The tests of the API are half of all work: they come once those of browsers are over, beside what is left of the
 * other lane. The full run has one: its browser tests say what must show within a second, and its histories would crowd them.
 */
function lanesOf(names, isFull) {
  if (isFull) return [[...looks, 'build', 'playwright', 'components', 'api']]
  if (names.some((name) => ['components', 'api', 'build', 'playwright'].includes(name)))
    return [
      [...looks, 'components'],
      ['build', 'playwright', 'api'],
    ]
  return [['lint'], ['format', 'unused', 'types']]
}

async function runAll(due, isFull) {
  const steps = new Map(due)
  const lanes = lanesOf([...steps.keys()], isFull).map((lane) =>
    inTurn(lane.filter((name) => steps.has(name)).map((name) => [name, steps.get(name)])),
  )
  const results = (await Promise.all(lanes)).flat()
  const load = steps.get('load')
  if (load) results.push(...(await inTurn([['load', load]])))
  // In the order in which the steps are listed above.
  return [...steps.keys()].flatMap((name) => results.filter((result) => result.name === name))
}

async function inTurn(due) {
  const results = []
  for (const [name, run] of due) results.push(await runStep(name, run))
  return results
}

stopWithNpm()
try {
  summary(await main())
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  summary([{ name: 'prepare', seconds: 0, passed: 0, failed: 1 }])
}
