import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { ensureTestBrowser } from './tools/chromium.mjs'
import { program, quietEnv, root } from './tools/project.mjs'

/**
 * `npm run load [SCENARIO …] [--short]`: builds the shop if its sources are newer, then runs real servers through
 * faults and load and prints a table. Exit code 1 if an answer was lost or wrong.
 */
await program(async () => {
  await prepare({ tests: true })
  await ensureTestBrowser()
  await build()
  process.chdir(root)
  Object.assign(process.env, quietEnv)
  await import('tsx')
  await import(pathToFileURL(join(root, 'scripts/load/main.ts')).href)
})
