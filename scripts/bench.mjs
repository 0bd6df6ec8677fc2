import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { ensureChromium } from './tools/chromium.mjs'
import { program, quietEnv, root } from './tools/project.mjs'

/** `npm run bench [PAGE … | lists [MOST_ORDERS] | imports]`: builds the shop if its sources are newer, measures it and prints tables. */
await program(async () => {
  await prepare({ tests: true })
  if (!['lists', 'imports'].includes(process.argv[2] ?? '')) {
    await ensureChromium()
    await build()
  }
  process.chdir(root)
  Object.assign(process.env, quietEnv)
  await import('tsx')
  await import(pathToFileURL(join(root, 'scripts/bench/main.ts')).href)
})
