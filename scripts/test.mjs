import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { ensureTestBrowser } from './tools/chromium.mjs'
import { Refusal, root, runPackage } from './tools/project.mjs'
import { stopWithNpm } from './tools/stop-with-npm.mjs'

/**
 * `npm test`: every check of the project, the quick ones two at a time and the rest one after the other. A failed step does not keep the next
 * from running, so that one run shows all faults. The last line is `N passed, N failed`, which adds the
 * tests of Vitest and Playwright and the scenarios of the load run to one for each of the other steps.
 *
 * `node scripts/test.mjs lint types` runs only the steps named.
 */

const reports = join(root, 'node_modules/.cache/test-reports')
const report = (name) => join(reports, `${name}.json`)

/** A step that passes or fails as a whole: all of its programs run, whatever the first ones say. */
const check = (programs, limitSeconds) => async () => {
  const codes = []
  for (const [path, args] of programs) codes.push(await runPackage(path, args, { limitSeconds }))
  return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A step that counts its tests in a JSON report; one that fails without a failed test counts as one. */
const suite = (path, args, { name, count, env, limitSeconds }) => {
  return async () => {
    const code = await runPackage(path, args, { env, limitSeconds })
    const { passed, failed } = existsSync(report(name)) ? count(JSON.parse(readFileSync(report(name), 'utf8'))) : { passed: 0, failed: 0 }
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
  }
}

const vitest = suite('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`], {
  name: 'vitest',
  count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  limitSeconds: 900,
})

// Nothing is recorded, which would cost a third of the time; `npx playwright test` records what failed.
const playwright = suite('@playwright/test/cli.js', ['test', '--reporter=list,json', '--trace=off'], {
  name: 'playwright',
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') },
  limitSeconds: 1100,
})

/** The short form of `npm run load`: each scenario counts as one test. */
const load = suite('tsx/dist/cli.mjs', ['scripts/load/main.ts', '--short'], {
  name: 'load',
  count: (counts) => counts,
  env: { LOAD_REPORT: report('load') },
  limitSeconds: 400,
})

// The cache knows a file by its own content only, while the import law looks at others too: good enough
// while working, not for the last word.
const lintCache = process.env.CI ? [] : ['--cache', '--cache-location=node_modules/.cache/eslint/']

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
  vitest,
  build: async () => {
    await build()
    return { passed: 1, failed: 0 }
  },
  load: async () => {
    await ensureTestBrowser()
    await build()
    return load()
  },
  playwright: async () => {
    await ensureTestBrowser()
    await build()
    return playwright()
  },
}

async function runStep(name) {
  console.log(`\n━━━ ${name} ${'━'.repeat(Math.max(0, 60 - name.length))}`)
  const started = Date.now()
  let counts
  try {
    counts = await steps[name]()
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
  for (const { name, seconds, passed, failed } of results) {
    console.log(
      `${name.padEnd(12)}${`${passed} passed`.padStart(12)}${`${failed} failed`.padStart(12)}${`${seconds.toFixed(1)} s`.padStart(10)}`,
    )
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}

async function main() {
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !(name in steps))
  if (unknown.length > 0) throw new Refusal(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(steps).join(', ')}.`)
  rmSync(reports, { recursive: true, force: true })
  await prepare({ tests: true })
  mkdirSync(reports, { recursive: true })
  return runAll(named.length > 0 ? named : Object.keys(steps))
}

/** What looks at the sources needs one core for as long as the build needs another; the rest needs all. */
async function runAll(names) {
  const looks = names.filter((name) => ['lint', 'format', 'unused', 'types'].includes(name))
  const [looked, built] = await Promise.all([inTurn(looks), inTurn(names.filter((name) => name === 'build'))])
  return [...looked, ...built, ...(await inTurn(names.filter((name) => name !== 'build' && !looks.includes(name))))]
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
