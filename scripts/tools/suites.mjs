import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, runPackage } from './project.mjs'

/** The steps of `npm test` that run programs of npm packages and count what passed and failed. */

export const reports = join(root, 'node_modules/.cache/test-reports')

/** A step that passes or fails as a whole: all of its programs run, whatever the first ones say. */
export const check = (programs, limitSeconds, env) => async () => {
  const codes = []
  for (const [path, args] of programs) codes.push(await runPackage(path, args, { limitSeconds, env }))
  return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A step that counts its tests in a JSON report; one that fails without a failed test counts as one. */
const suite = (path, args, { report, count, ...options }) => {
  return async () => {
    const code = await runPackage(path, args, options)
    const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 }
    return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) }
  }
}

/** So much of an error's text stands in the summary. */
const MOST_ERROR = 600

const named = (place, error) =>
  error ? `${place}\n  ${stripVTControlCharacters(error).slice(0, MOST_ERROR).replaceAll('\n', '\n  ')}` : place

/**
 * The tests of Vitest's JSON report that failed, each with its error, and those that passed at their second try.
 *
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages: string[] | null }[] }[] }} report
 * @returns {{ failures: string[], flaky: string[] }}
 */
export const namedIn = ({ testResults }) => {
  // A file that failed before its first test.
  const files = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
    .map(({ name, message }) => named(relative(root, name), message))
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      place: `${relative(root, name)} › ${fullName}`,
      error: failureMessages?.[0],
    })),
  )
  return {
    failures: [...files, ...tests.filter(({ status }) => status === 'failed').map(({ place, error }) => named(place, error))],
    flaky: tests.filter(({ status, error }) => status === 'passed' && error).map(({ place }) => place),
  }
}

const reportOf = (name) => join(reports, `${name}.json`)

/**
 * @typedef {object} SuiteOptions
 * @property {Record<string, string>} [env]
 * @property {number} [limitSeconds]
 * @property {number} [workers] fewer than the suite has by itself, where another runs beside it
 * @property {number} [niceness] of a suite that lets another go first
 * @param {string[]} projects of vitest.config.ts
 * @param {SuiteOptions} [options]
 */
export const vitest = (projects, { env = {}, limitSeconds = 900, workers, niceness } = {}) => {
  const report = reportOf(`vitest-${projects.join('-')}`)
  return suite(
    'vitest/vitest.mjs',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.map((project) => `--project=${project}`),
      ...(workers ? [`--maxWorkers=${workers}`] : []),
    ],
    {
      report,
      count: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests, ...namedIn(report) }),
      env,
      limitSeconds,
      niceness,
    },
  )
}

/**
 * The tests that ended in one way, by file and place, each with its last error.
 *
 * @typedef {{ status: string, results?: { error?: { message?: string } }[] }} Test
 * @typedef {{ title: string, file: string, tests: Test[] }} Spec
 * @typedef {{ title?: string, specs?: Spec[], suites?: Suite[] }} Suite of Playwright's JSON report, or the report itself
 * @param {Suite} suite
 * @param {'flaky' | 'unexpected'} status `flaky` failed at the first try and passed at the second, `unexpected` failed
 * @param {(string | undefined)[]} [above] the titles around it; the first is the file's
 * @returns {string[]}
 */
export const testsThatEnded = ({ suites = [], specs = [] }, status, above = []) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results = [] }) =>
        named([file, ...above.slice(1), title].join(' › '), results.findLast(({ error }) => error)?.error?.message),
      ),
  ),
  ...suites.flatMap((inner) => testsThatEnded(inner, status, [...above, inner.title])),
]

/**
 * Nothing is recorded, which would cost a third of the time; `npx playwright test` records what failed.
 *
 * @param {SuiteOptions} [options]
 */
export const playwright = ({ env = {}, limitSeconds = 1100, workers } = {}) =>
  suite('@playwright/test/cli.js', ['test', '--reporter=list,json', '--trace=off', ...(workers ? [`--workers=${workers}`] : [])], {
    report: reportOf('playwright'),
    count: (report) => {
      const { expected, unexpected, flaky } = report.stats
      return {
        passed: expected + flaky,
        failed: unexpected,
        failures: testsThatEnded(report, 'unexpected'),
        flaky: testsThatEnded(report, 'flaky'),
      }
    },
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('playwright'), ...env },
    limitSeconds,
  })

/** The short form of `npm run load`: each scenario counts as one test. */
export const load = suite('tsx/dist/cli.mjs', ['lab/load/main.ts', '--short'], {
  report: reportOf('load'),
  count: (counts) => counts,
  env: { LOAD_REPORT: reportOf('load') },
  limitSeconds: 4500,
})
