import { expect, it } from 'vitest'
import { testsThatEnded } from '../../scripts/tools/suites.mjs'

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
