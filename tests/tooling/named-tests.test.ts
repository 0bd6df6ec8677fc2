import { expect, it } from 'vitest'
import { namedIn, testsThatEnded } from '../../scripts/tools/suites.mjs'

it('names the browser tests that failed, or passed at their second try, by file and place, with the error', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'cart.spec.ts',
    tests: [{ status, results: message ? [{ error: { message } }, {}] : [{}] }],
  })
  const report = {
    suites: [
      {
        title: 'cart.spec.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'flaky', '\u001B[31mToo late\u001B[39m\nof 5 s')],
        suites: [{ title: 'with lines', specs: [spec('adds', 'flaky'), spec('removes', 'unexpected', 'No line')] }],
      },
    ],
  }
  expect(testsThatEnded(report, 'flaky')).toEqual(['cart.spec.ts › closes\n  Too late\n  of 5 s', 'cart.spec.ts › with lines › adds'])
  expect(testsThatEnded(report, 'unexpected')).toEqual(['cart.spec.ts › with lines › removes\n  No line'])
})

it('names a file of Vitest that failed before its first test, beside each test that failed', () => {
  const file = (name: string, message: string, ...assertionResults: { status: string; fullName: string; failureMessages: string[] }[]) => ({
    name,
    status: 'failed',
    message,
    assertionResults,
  })
  const { failures } = namedIn({
    testResults: [
      file('tests/api/quotes.test.ts', 'No such column', { status: 'skipped', fullName: 'quotes', failureMessages: [] }),
      file('tests/api/cart.test.ts', '', { status: 'failed', fullName: 'cart', failureMessages: ['Too much'] }),
    ],
  })
  expect(failures.map((each) => each.replace(/^.*tests\//, ''))).toEqual([
    'api/quotes.test.ts\n  No such column',
    'api/cart.test.ts › cart\n  Too much',
  ])
})
