import { expect, it } from 'vitest'
import { flakyIn } from '../../scripts/tools/suites.mjs'

it('names the browser tests that passed at their second try, by file and place', () => {
  const spec = (title: string, status: string) => ({ title, file: 'cart.spec.ts', tests: [{ status }] })
  const report = {
    suites: [
      {
        title: 'cart.spec.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'flaky')],
        suites: [{ title: 'with lines', specs: [spec('adds', 'flaky'), spec('removes', 'unexpected')] }],
      },
    ],
  }
  expect(flakyIn(report)).toEqual(['cart.spec.ts › closes', 'cart.spec.ts › with lines › adds'])
})
