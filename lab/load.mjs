import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '../scripts/build.mjs'
import { prepare } from '../scripts/prepare.mjs'
import { ensureTestBrowser } from '../scripts/tools/chromium.mjs'
import { program, quietEnv, root } from '../scripts/tools/project.mjs'

/**
 * `npm run load [SCENARIO …] [--short]`: builds the shop if its sources are newer, then runs real servers through
 * faults and load and prints a table. Exit code 1 if an answer was lost or wrong.
 */
await program(async () => {
  await prepare({ tests: true, lab: true })
  await ensureTestBrowser()
  await build()
  process.chdir(root)
  Object.assign(process.env, quietEnv)
  await import('tsx')
  await import(pathToFileURL(join(root, 'lab/load/main.ts')).href)
})
