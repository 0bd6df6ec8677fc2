import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { findTestBrowser } from './scripts/tools/chromium.mjs'

const executablePath = findTestBrowser()

/** The gate leaves out what is tagged @full; TEST_SUITE=full runs everything. */
const isFull = process.env.TEST_SUITE === 'full'

const specs = readdirSync('tests/e2e').filter((name) => name.endsWith('.spec.ts'))
const specsWith = (text: string) => specs.filter((name) => readFileSync(`tests/e2e/${name}`, 'utf8').includes(text))

/** Files that start a shop of their own, or one on PostgreSQL: they take longest, and one that came last would leave the other workers idle. */
const ownShop = specsWith('startShop(').map((name) => `**/${name}`)
const sqlShop = specsWith('./support/sql-shop').map((name) => `**/${name}`)

export default defineConfig({
  testDir: 'tests/e2e',
  // Begun in this order.
  projects: [
    { name: 'own shop', testMatch: ownShop },
    { name: 'PostgreSQL', testMatch: sqlShop },
    { name: 'demo shop', testIgnore: [...ownShop, ...sqlShop] },
  ],
  globalSetup: './tests/e2e/support/demo-shop.ts',
  // One more than the cores of a small machine, because a test waits as often as it works.
  workers: 3,
  // A shared runner stops now and then for as long as a test waits. Who looks at a test has it fail at once.
  retries: process.env.CI ? 1 : 0,
  ...(!isFull && { grepInvert: /@full/ }),
  forbidOnly: Boolean(process.env.CI),
  // Room for a busy machine; what is missing altogether still fails well before the test's own end.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a third of the time; where nobody looks at the recordings, nothing is recorded.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    },
  },
})
