import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/**
 * The tests of Vitest's JSON report that failed at their first try and passed at their second one.
 *
 * @param {{ testResults: { name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] | null }[] }[] }} report
 * @returns {string[]}
 */
const retriedIn = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
  )

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
      count: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests, flaky: retriedIn(report) }),
      env,
      limitSeconds,
      niceness,
    },
  )
}

/**
 * The tests that failed at their first try and passed at their second one, by file and place.
 *
 * @typedef {{ title: string, file: string, tests: { status: string }[] }} Spec
 * @typedef {{ title?: string, specs?: Spec[], suites?: Suite[] }} Suite of Playwright's JSON report, or the report itself
 * @param {Suite} suite
 * @param {(string | undefined)[]} [above] the titles around it; the first is the file's
 * @returns {string[]}
 */
export const flakyIn = ({ suites = [], specs = [] }, above = []) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.some(({ status }) => status === 'flaky') ? [[file, ...above.slice(1), title].join(' › ')] : [],
  ),
  ...suites.flatMap((inner) => flakyIn(inner, [...above, inner.title])),
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
      return { passed: expected + flaky, failed: unexpected, flaky: flakyIn(report) }
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
