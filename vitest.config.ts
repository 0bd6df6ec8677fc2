import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Two copies of `graphql`, one of each module kind, refuse each other's schemas: all take the one that Node takes.
const alias = [
  { find: '~', replacement: at('./src') },
  { find: /^graphql$/, replacement: at('./node_modules/graphql/index.js') },
]

const full = process.env.TEST_SUITE === 'full'

/** The gate leaves out what is tagged `full`; TEST_SUITE=full runs everything. Vitest reads the filter in each project alone. */
const suite = {
  tagsFilter: full ? undefined : ['!full'],
  // As the browser tests: the report names what passed at its second try.
  retry: process.env.CI ? 1 : 0,
  // What is waited for comes late where browser tests run beside; what must come within a time says so itself.
  expect: { poll: { timeout: 10_000 } },
}

/** They measure memory, how soon the built shop answers meanwhile, and the processor's time for an answer: one after the other, after all others. */
const ALONE = ['tests/security/memory.test.ts', 'tests/security/event-loop-addresses.test.ts']

const api = {
  // Thousands of passwords are hashed, and hundreds of files looked at, on the way to what is tested.
  resolve: {
    alias: [
      ...alias,
      { find: /^@node-rs\/argon2$/, replacement: at('./tests/setup/argon2.ts') },
      { find: /^\.\/decoder\/program$/, replacement: at('./tests/setup/decoder-program.ts') },
    ],
  },
  test: {
    ...suite,
    name: 'api',
    include: ['tests/{api,fuzz,security}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ALONE],
    environment: 'node',
    globalSetup: ['tests/setup/postgres-global.ts'],
    pool: 'forks',
    // Each file has a database of its own and changes nothing that the process has once; the server's modules,
    // which take longer to load than most files to run, are loaded once for each worker.
    isolate: false,
    // Histories by the thousand run beside the other files of the full run, and slow them down.
    testTimeout: full ? 240_000 : 60_000,
    hookTimeout: full ? 240_000 : 60_000,
  },
}

export default defineConfig({
  test: {
    // Two more than the cores of a small machine, because tests wait now and then.
    maxWorkers: 4,
    tags: [{ name: 'full', description: 'Too long for each change: npm run test:full' }],
    projects: [
      {
        resolve: { alias },
        test: {
          ...suite,
          name: 'unit',
          include: ['tests/{unit,tooling,types}/**/*.test.ts'],
          environment: 'node',
          // Pure rules, which keep nothing: what they import is loaded once for each worker.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      api,
      {
        ...api,
        test: { ...api.test, name: 'alone', include: ALONE, exclude: configDefaults.exclude, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        resolve: { alias },
        plugins: [react()],
        test: {
          ...suite,
          name: 'components',
          include: ['tests/components/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // React, the libraries of the tests and jsdom take longer to load than most files to run: once for each worker.
          // tests/setup/browser.ts begins each file with modules of the shop that nobody has used.
          isolate: false,
          testTimeout: 20_000,
          setupFiles: ['tests/setup/browser.ts'],
        },
      },
    ],
  },
})
